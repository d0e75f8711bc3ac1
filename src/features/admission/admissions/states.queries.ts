import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isOneOf, type Db, query } from '#kernel/database.ts';
import { type ApplicationState, seated } from './admissions.ts';

/**
 * Applications of intakes whose session has not ended, by their state, drafts apart. Read by the index of intakes, which
 * has the states.
 */
export const countsByState = (db: Db, institutionIds: readonly number[]) =>
  query<{ institutionId: number; state: ApplicationState; count: number }>(db)`
    select i.institution_id as "institutionId", a.status as state, sum(a.n)::int as count
    from intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    join institutions n on n.id = i.institution_id
    cross join lateral (select a.status, count(*) as n from applications a
      where a.institution_id = i.institution_id and a.intake_id = i.id and a.status <> 'draft' and a.anonymised_at is null
      group by a.status) a
    where ${isOneOf(sql`i.institution_id`, institutionIds)} and y.ends_on >= (now() at time zone n.time_zone)::date
    group by i.institution_id, a.status`;

/** States as a list in SQL: `status in ${inStates(undecided)}`. */
export const inStates = (states: readonly ApplicationState[]) =>
  sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);

/** The states that take a seat. */
export const takesSeat = inStates(seated);

/** How many seats of a class (or, without one, of an intake) are taken: offered, accepted or admitted. */
export const seatsTaken = (of: {
  institutionId: SQLWrapper;
  intakeId: SQLWrapper;
  classId?: SQLWrapper;
}): SQL<number> => sql`select count(*)::int from applications s
  where s.institution_id = ${of.institutionId} and s.intake_id = ${of.intakeId}
    and s.status in ${takesSeat} ${of.classId ? sql`and s.class_id = ${of.classId}` : sql``}`;
