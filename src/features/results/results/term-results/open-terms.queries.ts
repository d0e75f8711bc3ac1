import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { entriesOf } from './members.queries.ts';
import { pinnedCourses, scalesOf, type PinnedCourses } from './pinned-courses.queries.ts';

/** What has been entered for students in terms that are not published, and the courses of their batches. */
export async function openTerms(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const nothing = { pinned: new Map() as PinnedCourses, bandsOf: () => [], entries: new Map() };
  if (!studentIds.length) return { pinned: nothing.pinned, places: new Map<string, number>(), loaded: nothing };
  const places = await placesOf(db, institutionId, studentIds, termIds);
  const batchIds = [...new Set(places.values())];
  const pinned = await pinnedCourses(
    db,
    institutionId,
    sql`s.term_id = any (${sql.param(termIds)}::bigint[]) and s.batch_id = any (${sql.param(batchIds)}::bigint[])`,
  );
  const bandsOf = await scalesOf(db, institutionId, pinned);
  return {
    pinned,
    places,
    loaded: { pinned, bandsOf, entries: await entriesOf(db, institutionId, studentIds, termIds) },
  };
}

/** The batch of each student at the end of each term, else the one nearest to it. By student and term. */
async function placesOf(db: Db, institutionId: number, studentIds: number[], termIds: number[]) {
  const rows = await query<{ studentId: number; termId: number; batchId: number }>(
    db,
    sql`select u.id::int as "studentId", t.id::int as "termId", e.batch_id::int as "batchId"
    from terms t cross join unnest(${sql.param(studentIds)}::bigint[]) u (id)
    cross join lateral (select e.batch_id from enrolments e
      where (e.institution_id, e.session_id, e.student_id) = (t.institution_id, t.session_id, u.id)
      order by e.from_date > t.ends_on, abs(t.ends_on - e.from_date), e.id desc limit 1) e
    where t.institution_id = ${institutionId} and t.id = any (${sql.param(termIds)}::bigint[])`,
  );
  return new Map(rows.map(({ studentId, termId, batchId }) => [`${studentId} ${termId}`, batchId]));
}
