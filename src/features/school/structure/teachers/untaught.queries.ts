import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { untaughtOfferings } from '../structure.dashlets.ts';

export interface UntaughtCourse {
  id: number;
  code: string;
  title: string;
  /** How many open batches of the current session offer it without a teacher. */
  batches: number;
}

/** More than an institution teaches in one session, so that the form is complete. */
const mostCourses = 300;

/** What open batches of the current session offer without a teacher, in one institution. */
export const untaughtIn = (institutionId: number): SQL =>
  sql`${untaughtOfferings} and o.institution_id = ${institutionId}::int`;

/** The courses among them. */
export const untaughtCourses = (db: Db, institutionId: number) =>
  bounded(mostCourses, (limit) =>
    query<UntaughtCourse>(
      db,
      sql`select c.id, c.code, c.title, u.batches from courses c
        join (select o.course_id, count(*)::int as batches ${untaughtIn(institutionId)} group by o.course_id) u
          on u.course_id = c.id
        where c.institution_id = ${institutionId}::int order by lower(c.title), c.code limit ${limit}`,
    ),
  );
