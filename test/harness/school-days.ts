import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';

/** Today where the test schools are. */
export const todayHere = (): string => today('Africa/Lagos');

/** Whatever day it is: school is today and on the 40 days before and 10 days after, in one term. */
export async function openSchoolDays(tx: Tx, institutionId: number): Promise<void> {
  const now = todayHere();
  await tx.execute(sql`
    update academic_sessions set starts_on = ${addDays(now, -120)}, ends_on = ${addDays(now, 200)}
    where institution_id = ${institutionId} and is_current`);
  await tx.execute(sql`
    update terms t set starts_on = ${now}::date + 60 * (t.position - 1) - 50, ends_on = ${now}::date + 60 * (t.position - 1) + 5
    from academic_sessions y where y.institution_id = ${institutionId} and y.is_current
      and (t.institution_id, t.session_id) = (y.institution_id, y.id)`);
  await tx.execute(sql`
    update terms t set is_current = t.position = 1 from academic_sessions y where y.institution_id = ${institutionId}
      and y.is_current and (t.institution_id, t.session_id) = (y.institution_id, y.id)`);
  await tx.execute(sql`
    insert into calendar_entries (institution_id, kind, title, starts_on, ends_on)
    values (${institutionId}, 'school_day', 'School', ${addDays(now, -40)}, ${addDays(now, 5)})`);
  await tx.execute(sql`
    update enrolments e set from_date = ${addDays(now, -100)} where e.institution_id = ${institutionId} and e.to_date is null`);
}
