import { sql, type SQL } from 'drizzle-orm';

/** Versions `t` that are valid on a day, at most one of each institution. They end with their session at the latest. */
export const isValidOn = (
  day: SQL,
): SQL => sql`(t.valid_from <= ${day} and (t.valid_until is null or ${day} <= t.valid_until)
  and exists (select from academic_sessions y where (y.institution_id, y.id) = (t.institution_id, t.session_id)
    and ${day} <= y.ends_on))`;

/** Versions `t` that are valid on some day from one to another, but for the end of their session. */
export const isValidWithin = (from: SQL, to: SQL): SQL =>
  sql`(t.valid_from <= ${to} and (t.valid_until is null or t.valid_until >= ${from}))`;
