import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Entry } from '../compute/types.ts';
import type { CourseSheet } from './course-sheet.queries.ts';

export interface ChangedCell {
  studentId: number;
  component: string;
  /** What it is now; null is not entered. */
  entry: Entry | null;
  by: string | null;
}

const ofCourse = ({ institutionId, termId, courseId }: CourseSheet) =>
  sql`h.institution_id = ${institutionId} and h.term_id = ${termId} and h.course_id = ${courseId}`;

/** The latest change of a mark in the course: 0 without one. */
export async function lastChange(db: Db, sheet: CourseSheet): Promise<number> {
  const [row] = await query<{ last: number }>(
    db,
    sql`select coalesce(max(h.id), 0)::int as last from mark_changes h where ${ofCourse(sheet)}`,
  );
  return row!.last;
}

/**
 * What has changed since, each cell once. Numbers of changes are given before they are committed, so a few seconds
 * before the last one are read again.
 */
export async function changesSince(
  db: Db,
  sheet: CourseSheet,
  since: number,
): Promise<{ since: number; cells: ChangedCell[] }> {
  const rows = await query<ChangedCell & { id: number }>(
    db,
    sql`select distinct on (h.student_id, h.component) h.id::int as id, h.student_id::int as "studentId", h.component,
      h.entered as entry, a.name as by
    from mark_changes h left join accounts a on a.id = h.account_id
    where ${ofCourse(sheet)} and (h.id > ${since} or h.at > now() - interval '20 seconds')
    order by h.student_id, h.component, h.id desc`,
  );
  const cells = rows.map(({ studentId, component, entry, by }) => ({ studentId, component, entry, by }));
  return { since: Math.max(since, ...rows.map((row) => row.id)), cells };
}
