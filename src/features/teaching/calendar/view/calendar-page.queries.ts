import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { proposedDays } from '../holidays/in-lieu.queries.ts';
import { chooseCalendar } from './choose-calendar.ts';
import { daysBetween } from './days.queries.ts';
import { entriesBetween } from './entries.queries.ts';
import { periodOf } from './period.ts';
import type { CalendarQuery } from './view-query.ts';

/** A month or a week of a calendar. */
export async function calendarPageProps(db: Db, actor: Actor, query: z.output<typeof CalendarQuery>) {
  const { timeZone, canEdit, ...chosen } = chooseCalendar(actor, query.institution_id);
  const today = todayIn(timeZone);
  const { view = 'month', day = today } = query;
  const { from, to } = periodOf(view, day);
  const { institutionId } = chosen;
  const [days, { rows: entries, isMore }, offer, proposed] = await Promise.all([
    daysBetween(db, institutionId, from, to),
    entriesBetween(db, actor, institutionId, from, to),
    canEdit ? holidayOffer(db, actor, institutionId) : null,
    canEdit ? proposedDays(db, [institutionId]) : [],
  ]);
  return {
    ...chosen,
    view,
    day,
    today,
    days,
    entries,
    isMore,
    offer,
    can: { edit: canEdit },
    proposed: proposed.filter((one) => one.day >= from && one.day <= to),
  };
}

interface HolidayOffer {
  session: string;
  sessionId: number;
}

/** The current session, if it has none of Nigeria's national holidays yet. */
async function holidayOffer(db: Db, actor: Actor, institutionId: number): Promise<HolidayOffer | null> {
  if (membershipIn(actor, institutionId)!.countryId !== 'NG') return null;
  const [row] = await query<HolidayOffer>(
    db,
    sql`select y.name as session, y.id::int as "sessionId" from academic_sessions y where y.institution_id = ${institutionId} and y.is_current
      and not exists (select from calendar_entries e where e.institution_id = y.institution_id and e.holiday is not null
        and e.starts_on between y.starts_on and y.ends_on)`,
  );
  return row ?? null;
}
