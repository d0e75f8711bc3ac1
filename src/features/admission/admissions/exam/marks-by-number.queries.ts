import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import type { Examination } from './exam.queries.ts';
import type { Mark } from './marks.queries.ts';

interface Marked {
  id: number;
  number: string;
  marks: Record<string, Mark>;
  interview: number | null;
}

/** The marks of applications of an intake, by their numbers. */
export async function marksByNumber(db: Db, exam: Examination, numbers: string[]): Promise<Map<string, Marked>> {
  const rows = await query<Marked>(
    db,
    render(sql`
    select a.id, a.number, a.interview::float as interview,
      (select coalesce(jsonb_object_agg(x.test, case when x.mark is null then '"absent"' else to_jsonb(x.mark) end), '{}')
        from exam_scores x where (x.institution_id, x.application_id) = (a.institution_id, a.id)) as marks
    from applications a where a.institution_id = ${exam.institutionId} and a.intake_id = ${exam.id}
      and a.status <> 'draft' and a.number = any (${sql.param([...new Set(numbers)])}::text[])`),
  );
  return new Map(rows.map((row) => [row.number, row]));
}
