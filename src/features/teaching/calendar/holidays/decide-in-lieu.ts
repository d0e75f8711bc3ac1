import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { checkbox, choice, id } from '#kernel/schemas.ts';
import { maySeeCalendar } from '../calendar.policy.ts';
import { refuseTaken } from '../entries/taken-registers.ts';
import { proposedDays } from './in-lieu.queries.ts';

export const DecideInLieu = z.object({
  institutionId: id,
  holiday: z.string().max(40),
  decision: choice({ add: 'Add', dismiss: 'Dismiss' }),
  closesTaken: checkbox,
});

/** The government has declared a day in place of a holiday at the weekend, or has not. Returns what was done. */
export async function decideInLieu(tx: Tx, actor: Actor, input: z.output<typeof DecideInLieu>): Promise<string> {
  const { institutionId, holiday, decision } = input;
  if (!institutionsWhere(actor, ...maySeeCalendar).includes(institutionId)) throw new NotFound('holiday');
  allow(actor, 'calendar.edit', institutionId);
  const proposed = (await proposedDays(tx, [institutionId])).find(({ key }) => key === holiday);
  if (!proposed) return 'Somebody has decided about this day already.';
  const { title, day } = proposed;
  const isAdded = decision === 'add';
  if (isAdded && !input.closesTaken) await refuseTaken(tx, institutionId, sql`u.on_date = ${day}::date`, 'add it');
  const done = await query<{ done: number }>(
    tx,
    isAdded
      ? sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on, holiday, account_id)
          values (${institutionId}, 'holiday', ${title}, ${day}, ${day}, ${holiday}, ${actor.accountId}::bigint)
          on conflict (institution_id, holiday) where holiday is not null do nothing returning 1 as done`
      : sql`insert into calendar_seeded_holidays (institution_id, holiday) values (${institutionId}, ${holiday})
          on conflict do nothing returning 1 as done`,
  );
  const what = `${title} on ${formatDay(day)}`;
  if (done.length > 0)
    await record(tx, actor, isAdded ? 'calendar.addHolidays' : 'calendar.dismissHoliday', {
      institutionId,
      summary: isAdded ? `added ${what} to the calendar` : `dismissed ${what}: not declared`,
      details: { holiday, day },
    });
  return isAdded ? `${what} is in the calendar.` : `${what} is not proposed any more.`;
}
