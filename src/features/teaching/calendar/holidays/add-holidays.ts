import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor, can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { checkbox, id, list } from '#kernel/schemas.ts';
import { refuseTaken } from '../entries/change-entries.ts';
import { inLieuOf, proposedDays } from './decide-in-lieu.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { chooseCalendar } from '../view/calendar-page.queries.ts';

export const AddHolidays = z.object({
  sessionId: id,
  keys: list(z.string().max(40)).refine((keys) => keys.length <= 60, 'Choose up to 60.'),
  /** All of the session but days in place of others, which are declared first; days with registers are left alone. */
  all: checkbox,
  closesTaken: checkbox,
});

/** Adds the chosen national holidays of a session to its calendar. Returns how many were not there yet. */
export async function addHolidays(tx: Tx, actor: Actor, input: z.output<typeof AddHolidays>): Promise<number> {
  const [session] = await query<OfferedSession & { institutionId: number }>(tx)`
    select y.id::bigint, y.institution_id as "institutionId", y.name, y.starts_on::text as "startsOn", y.ends_on::text as "endsOn"
      from academic_sessions y where y.institution_id = any (${sql.param(institutionsWhere(actor, 'calendar.edit'))}::int[])
        and y.id = ${input.sessionId}::bigint and y.closed_at is null for share`;
  if (!session) throw new NotFound('academic session');
  const { institutionId } = session;
  const chosen = nationalHolidays(session.startsOn, session.endsOn).filter(({ key, isInLieu }) =>
    input.all ? !isInLieu : input.keys.includes(key),
  );
  if (chosen.length === 0) throw new ValidationError('keys', 'Choose at least one holiday.');
  // A day in place of another is added once it is declared, so it is certain.
  const rows = JSON.stringify(chosen.map((one) => ({ ...one, isExpected: one.isExpected && !one.isInLieu })));
  if (!input.closesTaken && !input.all)
    await refuseTaken(
      tx,
      institutionId,
      sql`exists (select from jsonb_to_recordset(${rows}::jsonb) h(key text, "startsOn" date, "endsOn" date)
        where u.on_date between h."startsOn" and h."endsOn" and not exists (select from calendar_entries e
          where e.institution_id = u.institution_id and e.holiday = h.key))`,
      'add them',
    );
  const added = await query<{ title: string }>(tx)`
    insert into calendar_entries (institution_id, kind, title, starts_on, ends_on, holiday, is_expected, account_id)
      select ${institutionId}, 'holiday', h.title, h."startsOn", h."endsOn", h.key, h."isExpected", ${actor.accountId}::bigint
      from jsonb_to_recordset(${rows}::jsonb) h(key text, title text, "startsOn" date, "endsOn" date, "isExpected" boolean)
      where not ${input.all} or not exists (select from calendar_uses u
        where u.institution_id = ${institutionId} and u.on_date between h."startsOn" and h."endsOn")
      order by h."startsOn", h.key
      on conflict (institution_id, holiday) where holiday is not null do nothing returning title`;
  if (added.length === 0) return 0;
  await record(tx, actor, 'calendar.addHolidays', {
    institutionId,
    summary: `added ${added.length === 1 ? '1 national holiday' : `${added.length} national holidays`} of ${session.name} to the calendar`,
    subject: { type: 'session', id: session.id },
    details: { holidays: added.map(({ title }) => title) },
  });
  return added.length;
}

export interface NationalHoliday {
  /** 'christmas-2026', 'eid-ul-fitr-1447': once in each calendar. */
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
  /** The moon decides. */
  isExpected: boolean;
  /** A day that the government may give because a holiday falls on a weekend. */
  isInLieu: boolean;
}

const fixed: readonly (readonly [key: string, title: string, monthAndDay: string])[] = [
  ['new-year', 'New Year’s Day', '01-01'],
  ['workers-day', 'Workers’ Day', '05-01'],
  ['democracy-day', 'Democracy Day', '06-12'],
  ['independence-day', 'Independence Day', '10-01'],
  ['christmas', 'Christmas Day', '12-25'],
  ['boxing-day', 'Boxing Day', '12-26'],
];

const byTheMoon: readonly (readonly [key: string, title: string, month: number, day: number, days: number])[] = [
  ['eid-ul-fitr', 'Eid-ul-Fitr', 10, 1, 2],
  ['eid-ul-adha', 'Eid-ul-Adha', 12, 10, 2],
  ['maulid', 'Eid-ul-Maulud', 3, 12, 1],
];

/** The national holidays of Nigeria that begin from one day to another, in order. */
export function nationalHolidays(from: Day, to: Day): NationalHoliday[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const certain = years.flatMap((year) => [
    ...fixed.map(([key, title, day]) => holiday(`${key}-${year}`, title, `${year}-${day}`)),
    holiday(`good-friday-${year}`, 'Good Friday', addDays(easterSunday(year), -2)),
    holiday(`easter-monday-${year}`, 'Easter Monday', addDays(easterSunday(year), 1)),
  ]);
  const expected = byTheMoon.flatMap(([key, title, month, dayOfMonth, days]) =>
    islamicDays(month, dayOfMonth, addDays(from, -7), to).map(({ year, day }) => ({
      ...holiday(`${key}-${year}`, title, day, addDays(day, days - 1)),
      isExpected: true,
    })),
  );
  const all = [...certain, ...expected].toSorted(byDay);
  const instead = inLieuOf(all).map(({ key, title, day }) => ({
    ...holiday(key, title, day),
    isExpected: true,
    isInLieu: true,
  }));
  return [...all, ...instead].filter(({ startsOn }) => startsOn >= from && startsOn <= to).toSorted(byDay);
}

const holiday = (key: string, title: string, startsOn: Day, endsOn = startsOn): NationalHoliday => ({
  key,
  title,
  startsOn,
  endsOn,
  isExpected: false,
  isInLieu: false,
});

const byDay = (one: NationalHoliday, other: NationalHoliday) =>
  one.startsOn < other.startsOn ? -1 : one.startsOn > other.startsOn ? 1 : one.key < other.key ? -1 : 1;

/** Easter Sunday of the Gregorian calendar, by Gauss's method with Butcher's correction. */
export function easterSunday(year: number): Day {
  const golden = year % 19;
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  const days = epact + sunday - 7 * late + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/** `umalqura` is the calendar that Mecca publishes years ahead; the moon over Nigeria may put a day a day later. */
const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

interface IslamicDay {
  /** Of the Islamic calendar: 1447. */
  year: number;
  day: Day;
}

/** The days from one to another on which a day of the Islamic calendar falls: two in some years, or none. */
function islamicDays(month: number, dayOfMonth: number, from: Day, to: Day): IslamicDay[] {
  const found: IslamicDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const parts = new Map(calendar.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
    if (Number(parts.get('month')) !== month || Number(parts.get('day')) !== dayOfMonth) continue;
    found.push({ year: Number(parts.get('year')), day });
  }
  return found;
}

export interface AddedHoliday {
  id: number;
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
  isExpected: boolean;
}
interface OfferedSession {
  id: number;
  name: string;
  startsOn: Day;
  endsOn: Day;
}

const sessionsOf = (db: Db, institutionId: number) =>
  query<OfferedSession & { isCurrent: boolean }>(db)`
    select y.id::bigint, y.name, y.starts_on::text as "startsOn", y.ends_on::text as "endsOn", y.is_current as "isCurrent"
      from academic_sessions y where y.institution_id = ${institutionId} and y.closed_at is null order by y.starts_on desc, y.id`;

/** Those of the last years, which no session that is open can be without. */
const addedOf = (db: Db, institutionId: number) =>
  query<AddedHoliday>(db)`
    select e.id::bigint, e.holiday as key, e.title, e.starts_on::text as "startsOn", e.ends_on::text as "endsOn",
        e.is_expected as "isExpected"
      from calendar_entries e where e.institution_id = ${institutionId} and e.holiday is not null order by e.starts_on, e.id`;

/** The national holidays of a session: what is in the calendar, and what is not yet. */
export async function holidaysPageProps(
  db: Db,
  actor: Actor,
  query: { institution_id?: number | undefined; academic_session?: number | undefined },
) {
  const { institutionId, institutions } = chooseCalendar(actor, query.institution_id);
  const canEdit = can(actor, 'calendar.edit', institutionId);
  const [sessions, all, proposed] = await Promise.all([
    sessionsOf(db, institutionId),
    addedOf(db, institutionId),
    canEdit ? proposedDays(db, [institutionId]) : [],
  ]);
  const session =
    sessions.find(({ id }) => id === query.academic_session) ??
    sessions.find(({ isCurrent }) => isCurrent) ??
    sessions[0] ??
    null;
  const isIn = ({ startsOn }: { startsOn: Day }) =>
    session !== null && startsOn >= session.startsOn && startsOn <= session.endsOn;
  return {
    institutionId,
    institutions,
    session,
    sessions,
    added: all.filter(isIn),
    offered: session ? notAdded(session, [...all, ...proposed]) : [],
    proposed: proposed.filter(({ day }) => isIn({ startsOn: day })),
    can: { edit: canEdit },
  };
}

function notAdded({ startsOn, endsOn }: OfferedSession, added: { key: string }[]): NationalHoliday[] {
  const keys = new Set(added.map(({ key }) => key));
  return nationalHolidays(startsOn, endsOn).filter(({ key }) => !keys.has(key));
}
