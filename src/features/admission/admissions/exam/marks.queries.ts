import { sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { applicationName } from '../application-name.ts';
import { pageRows } from './exam-words.ts';
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

/** The applicants of an intake, or of one sitting. */
const inGrid = ({ institutionId, id }: Examination, sittingId: number | null) => sql`applications a
  left join exam_seats e on (e.institution_id, e.application_id) = (a.institution_id, a.id)
  where a.institution_id = ${institutionId} and a.intake_id = ${id} and a.status <> 'draft'
    and (${sittingId}::bigint is null or e.sitting_id = ${sittingId}::bigint)`;

/** The applicants behind another one, by name or in the order of the seats, with their marks. */
export const marksOf = (db: Db, exam: Examination, sittingId: number | null, after: number | null) =>
  bounded(pageRows, (limit) =>
    query<MarksRow & Record<string, unknown>>(
      db,
      sql`
      select a.id, a.number, ${applicationName} as name,
        (select s.venue || ' ' || e.seat from exam_sittings s
          where (s.institution_id, s.id) = (e.institution_id, e.sitting_id)) as seat,
        a.interview::float as interview, a.score::float as score,
        (select coalesce(jsonb_object_agg(x.test, case when x.mark is null then '"absent"' else to_jsonb(x.mark) end), '{}')
          from exam_scores x where (x.institution_id, x.application_id) = (a.institution_id, a.id)) as marks
      from ${inGrid(exam, sittingId)} ${after === null ? sql`` : isAfter(exam, sittingId, after)}
      order by ${sittingId ? sql`e.seat` : sql`a.sort_name, a.id`} limit ${limit}`,
    ),
  );

const isAfter = ({ institutionId }: Examination, sittingId: number | null, after: number) =>
  sittingId
    ? sql`and e.seat > (select k.seat from exam_seats k where k.institution_id = ${institutionId} and k.application_id = ${after})`
    : sql`and (a.sort_name, a.id) > (select k.sort_name, k.id from applications k
        where k.institution_id = ${institutionId} and k.id = ${after})`;

/** How many applicants the grid has in all. */
export async function countMarksRows(db: Db, exam: Examination, sittingId: number | null): Promise<number> {
  const [row] = await query<{ count: number }>(db, sql`select count(*)::int as count from ${inGrid(exam, sittingId)}`);
  return row!.count;
}
