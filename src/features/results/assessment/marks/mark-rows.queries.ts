import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Entries } from '../compute/types.ts';
import { hasLeft, isLast } from '../sheets/members.ts';
import { isRegistered } from '../sheets/registers.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

export interface MarkRow {
  id: number;
  name: string;
  number: string;
  entries: Entries;
  /** Shown only with marks: left the school or the batch’s course meanwhile. */
  isFormer: boolean;
}

type Place = Pick<
  CourseSheet,
  | 'institutionId'
  | 'batchId'
  | 'sessionId'
  | 'termId'
  | 'courseId'
  | 'offeringId'
  | 'isElective'
  | 'isCarryOver'
  | 'registers'
>;

/** Students of the batch that take the course, by name, and former ones that have marks. */
export const markRows = (db: Db, place: Place): Promise<MarkRow[]> =>
  query<MarkRow>(
    db,
    sql`select r.id::int as id, r.name, r.number, r.entries, r."isFormer" from (${rowsIn(place)}) r
      order by r.sort_name, r.id`,
  );

/** The same as rows `id`, `name`, `number`, `entries`, `isFormer` and `sort_name`; `only` of these students. */
export function rowsIn(place: Place, only?: readonly number[]): SQL {
  const { institutionId, batchId, sessionId, termId, courseId } = place;
  const takes = takesIn(place);
  return sql`select r.* from (
      select s.id, s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name,
        s.admission_number as number, s.sort_name, coalesce(m.entries, '{}') as entries,
        not (${takes}) or ${hasLeft} as "isFormer"
      from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
      left join marks m on (m.institution_id, m.student_id, m.term_id, m.course_id) = (e.institution_id, s.id, ${termId}, ${courseId})
      where e.institution_id = ${institutionId} and e.batch_id = ${batchId} and e.session_id = ${sessionId}
        and s.merged_into_id is null and ${isLast}
        ${only ? sql`and e.student_id = any (${sql.param([...only])}::bigint[])` : sql``}) r
    where not r."isFormer" or r.entries <> '{}'`;
}

/** Whether the student `s` takes the course: by registration, by choice, or with the batch. */
function takesIn({ institutionId, termId, courseId, offeringId, isElective, isCarryOver, registers }: Place): SQL {
  if (offeringId === null) return sql`false`;
  if (registers) return isRegistered(sql`${institutionId}`, sql`s.id`, sql`${termId}`, sql`${courseId}`);
  if (isCarryOver) return sql`false`;
  if (!isElective) return sql`true`;
  return sql`exists (select from student_electives x where x.institution_id = ${institutionId}
    and x.student_id = s.id and x.offering_id = ${offeringId}::bigint)`;
}
