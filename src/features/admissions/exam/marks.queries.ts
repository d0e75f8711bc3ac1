import { sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { applicationName } from '../application-name.ts';
import type { Examination } from './exam.queries.ts';

/** A mark as the grid shows it: null is not entered. */
export type Mark = number | 'absent' | null;

export interface MarksRow {
  id: number;
  number: string;
  name: string;
  seat: string | null;
  /** By the key of the test. */
  marks: Record<string, Mark>;
  interview: number | null;
  score: number | null;
}

/** Rows of the grid: more would make it slow to type. */
export const mostRows = 300;

/** The applicants of an intake, or of one sitting in the order of its seats, with their marks. */
export const marksOf = (db: Db, { institutionId, id }: Examination, sittingId: number | undefined) =>
  bounded(mostRows, async (limit) => {
    const { rows } = await db.execute<MarksRow & Record<string, unknown>>(sql`
      select a.id, a.number, ${applicationName} as name,
        s.venue || ' ' || e.seat as seat, a.interview::float as interview, a.score::float as score,
        (select coalesce(jsonb_object_agg(x.test, case when x.mark is null then '"absent"' else to_jsonb(x.mark) end), '{}')
          from exam_scores x where (x.institution_id, x.application_id) = (a.institution_id, a.id)) as marks
      from applications a
      left join exam_seats e on (e.institution_id, e.application_id) = (a.institution_id, a.id)
      left join exam_sittings s on (s.institution_id, s.id) = (e.institution_id, e.sitting_id)
      where a.institution_id = ${institutionId} and a.intake_id = ${id} and a.status <> 'draft'
        and (${sittingId ?? null}::bigint is null or e.sitting_id = ${sittingId ?? null}::bigint)
      order by ${sittingId ? sql`e.seat` : sql`a.sort_name, a.id`} limit ${limit}`);
    return rows;
  });
