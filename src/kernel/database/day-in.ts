import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** The day of a moment where an institution is. Casting a moment to a date would give the day in UTC. */
export const dayIn = (institutionId: number | SQLWrapper, moment: SQLWrapper): SQL =>
  sql`(${moment} at time zone (select o.time_zone from institutions o where o.id = ${institutionId}))::date`;

/**
 * Today where an institution is. As a query of its own it is found first, and an index can be asked with it: functions of
 * time zones are not leakproof, so under row-level security a condition that calls one reads row by row.
 */
export const todayIn = (institutionId: number | SQLWrapper): SQL =>
  sql`(select (now() at time zone o.time_zone)::date from institutions o where o.id = ${institutionId})`;
