import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** The day of a moment where an institution is. Casting a moment to a date would give the day in UTC. */
export const dayIn = (institutionId: number | SQLWrapper, moment: SQLWrapper): SQL =>
  sql`(${moment} at time zone (select o.time_zone from institutions o where o.id = ${institutionId}))::date`;

/** Today where an institution is. */
export const todayIn = (institutionId: number | SQLWrapper): SQL => dayIn(institutionId, sql`now()`);
