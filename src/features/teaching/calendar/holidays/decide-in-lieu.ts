import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { formatDay, type Day, addDays } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { checkbox, choice, id } from '#kernel/schemas.ts';
import { maySeeCalendar } from '../calendar.policy.ts';
import { refuseTaken } from '../entries/change-entries.ts';

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
  if (!proposed) return 'Someone has already decided on this day.';
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
  return isAdded ? `${what} is in the calendar.` : `${what} was dismissed.`;
}

export interface ProposedDay extends InLieu {
  institutionId: number;
}

/** Days in place of holidays at weekends in calendars in Nigeria, from today on. In one statement. */
export async function proposedDays(db: Db, institutionIds: readonly number[]): Promise<ProposedDay[]> {
  const calendars = await query<{ institutionId: number; today: Day; added: HolidayDays[]; dismissed: string[] }>(db)`
    select i.id as "institutionId", d.today::text as today,
        coalesce((select jsonb_agg(jsonb_build_object('key', e.holiday, 'title', e.title, 'startsOn', e.starts_on, 'endsOn', e.ends_on)
            order by e.starts_on, e.id)
          from calendar_entries e where e.institution_id = i.id and e.holiday is not null and e.ends_on >= d.today - 14), '[]') as added,
        array(select s.holiday from calendar_seeded_holidays s where s.institution_id = i.id and s.holiday like '%-instead%') as dismissed
      from institutions i cross join lateral (select (now() at time zone i.time_zone)::date as today) d
      where i.id = any (${sql.param(institutionIds)}::int[]) and i.time_zone = 'Africa/Lagos' order by i.id`;
  return calendars.flatMap(({ institutionId, today, added, dismissed }) =>
    proposedInLieu(added, dismissed, today).map((one) => ({ ...one, institutionId })),
  );
}

/** Days of a holiday. */
interface HolidayDays {
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
}
interface InLieu {
  /** 'boxing-day-2026-instead'. */
  key: string;
  title: string;
  day: Day;
  /** The day at the weekend that is lost. */
  lost: Day;
}

/** For every day of a holiday at a weekend the next working day that is none: usual, but the government decides. */
export function inLieuOf(all: readonly HolidayDays[]): InLieu[] {
  const taken = new Set(all.flatMap(daysOf));
  return all.flatMap((holiday) =>
    daysOf(holiday)
      .filter(isWeekend)
      .map((lost, at) => {
        let day = addDays(lost, 1);
        while (isWeekend(day) || taken.has(day)) day = addDays(day, 1);
        taken.add(day);
        const key = `${holiday.key}-instead${at ? `-${at + 1}` : ''}`;
        return { key, title: `In place of ${holiday.title}`.slice(0, 120), day, lost };
      }),
  );
}

function daysOf({ startsOn, endsOn }: HolidayDays): Day[] {
  const days: Day[] = [];
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) days.push(day);
  return days;
}

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());

const isInLieu = (key: string) => /-instead(-\d+)?$/.test(key);

/** What the government may still declare for the holidays in a calendar: neither added nor dismissed. */
function proposedInLieu(added: readonly HolidayDays[], dismissed: readonly string[], today: Day): InLieu[] {
  const known = new Set([...added.map(({ key }) => key), ...dismissed]);
  return inLieuOf(added.filter(({ key }) => !isInLieu(key))).filter(({ key, day }) => day >= today && !known.has(key));
}
