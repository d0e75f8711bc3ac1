import { sql } from 'drizzle-orm';
import { isValidOn } from '../valid-versions.ts';

/** The version that each institution works by today, by its own clock: none or one. */
export const validToday = sql`(select t.institution_id, t.id from timetables t join institutions i on i.id = t.institution_id
  where ${isValidOn(sql`(now() at time zone i.time_zone)::date`)})`;
