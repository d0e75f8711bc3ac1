import { z } from 'zod';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor, can, namedInstitutions } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { today as todayIn, type Day } from '#kernel/dates.ts';
import { proposedDays } from '../holidays/decide-in-lieu.ts';
import { periodOf } from './period.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { visibleEntries, calendarsOf, maySeeCalendar } from '../calendar.policy.ts';
import type { EntryAudience, EntryKind } from '../entry-kinds.ts';
import { NotAllowed } from '#kernel/errors.ts';

/** Days that a calendar is turned to; PostgreSQL and browsers agree on all of them. */
const viewedDay = day.refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'Choose a day before 2200.');

export const CalendarQuery = z.object({
  institution_id: queryParam(id),
  academic_session: queryParam(id),
  view: queryParam(z.enum(['month', 'week'])),
  day: queryParam(viewedDay),
});

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

/** The current session, if it has none of Nigeria's national holidays yet. */
async function holidayOffer(db: Db, actor: Actor, institutionId: number) {
  if (membershipIn(actor, institutionId)!.countryId !== 'NG') return null;
  const [row] = await query<{ session: string; sessionId: number }>(db)`
    select y.name as session, y.id::bigint as "sessionId" from academic_sessions y where y.institution_id = ${institutionId} and y.is_current
      and not exists (select from calendar_entries e where e.institution_id = y.institution_id and e.holiday is not null
        and e.starts_on between y.starts_on and y.ends_on)`;
  return row ?? null;
}

/** `none`: outside terms, when there is no school to be closed. */
export type DayState = 'school' | 'half' | 'holiday' | 'closed' | 'none';

export interface CalendarDay {
  day: Day;
  state: DayState;
  /** What begins or ends on it: 'First term begins'. */
  marks: string[];
}

/** Every day from one to another, with what it is for the school. */
const daysBetween = (db: Db, institutionId: number, from: Day, to: Day): Promise<CalendarDay[]> =>
  query<CalendarDay>(db)`select d.on_date::text as day, case s.sittings when 2 then 'school' when 1 then 'half'
        else case
          when exists (select from calendar_entries e where e.institution_id = ${institutionId} and e.kind = 'holiday'
            and d.on_date between e.starts_on and e.ends_on) then 'holiday'
          when exists (select from terms t where t.institution_id = ${institutionId}
            and d.on_date between t.starts_on and t.ends_on) then 'closed'
          else 'none' end end as state,
      array(
        select m.mark from (
          select y.name || ' begins' as mark, 1 as place from academic_sessions y
            where y.institution_id = ${institutionId} and y.starts_on = d.on_date
          union all select t.name || ' begins', 2 from terms t where t.institution_id = ${institutionId} and t.starts_on = d.on_date
          union all select t.name || ' ends', 3 from terms t where t.institution_id = ${institutionId} and t.ends_on = d.on_date
          union all select y.name || ' ends', 4 from academic_sessions y
            where y.institution_id = ${institutionId} and y.ends_on = d.on_date) m
        order by m.place, m.mark) as marks
    from (select g::date as on_date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g) d
    left join (select on_date, max(sittings) as sittings
      from akada_school_days(${institutionId}, ${from}::date, ${to}::date) group by on_date) s using (on_date)
    order by d.on_date`;

export interface CalendarEntry {
  id: number;
  institutionId: number;
  kind: EntryKind;
  title: string;
  note: string | null;
  startsOn: Day;
  endsOn: Day;
  /** '08:30' */
  startsAt: string | null;
  endsAt: string | null;
  audiences: EntryAudience[];
  classes: string[];
  holiday: string | null;
  isExpected: boolean;
}

/** Columns of an entry `e`. */
const entryColumns: SQL = sql`e.id::bigint, e.institution_id as "institutionId", e.kind, e.title, e.note,
  e.starts_on::text as "startsOn", e.ends_on::text as "endsOn", to_char(e.starts_at, 'HH24:MI') as "startsAt",
  to_char(e.ends_at, 'HH24:MI') as "endsAt", to_json(e.audiences) as audiences, e.holiday, e.is_expected as "isExpected",
  array(select c.name from classes c where c.institution_id = e.institution_id and c.id = any (e.class_ids)
    order by c.program_id, c.position) as classes`;

const maxEntries = 500;

/** What the actor sees of a calendar from one day to another, in the order of a day. */
const entriesBetween = (db: Db, actor: Actor, institutionId: number, from: Day, to: Day) =>
  bounded(
    maxEntries,
    (limit) =>
      query<CalendarEntry>(db)`select ${entryColumns} from calendar_entries e
        where ${visibleEntries(actor, [institutionId])} and e.starts_on <= ${to}::date and e.ends_on >= ${from}::date
        order by e.kind = 'event', e.starts_on, e.starts_at nulls first, e.id limit ${limit}`,
  );

interface ChosenCalendar {
  institutionId: number;
  /** All whose calendar the viewer sees. */
  institutions: { id: number; name: string }[];
  timeZone: string;
  canEdit: boolean;
}

/** A calendar is of one institution: the one in view, else the viewer's first. */
export function chooseCalendar(actor: Actor, wanted?: number): ChosenCalendar {
  const [institutionId] = calendarsOf(actor, wanted);
  if (institutionId === undefined) throw new NotAllowed();
  return {
    institutionId,
    institutions: namedInstitutions(actor, ...maySeeCalendar),
    timeZone: membershipIn(actor, institutionId)!.timeZone,
    canEdit: can(actor, 'calendar.edit', institutionId),
  };
}
