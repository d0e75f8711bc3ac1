import { sql } from 'drizzle-orm';
import type { CalendarEntry } from '../view/calendar-page.queries.ts';
import type { Actor } from '#kernel/actor.ts';
import type { CalendarEvent, CalendarSource } from '#kernel/contracts/calendar-source.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { visibleEntries } from '../calendar.policy.ts';
import { entryKinds } from '../entry-kinds.ts';

/** Holidays, half days, exceptional school days, events, and when terms begin and end. */
export const calendarSource: CalendarSource = {
  async load(db, actor, institutionIds, from, to) {
    const [entries, terms] = await Promise.all([
      entryEvents(db, actor, institutionIds, from, to),
      termEvents(db, institutionIds, from, to),
    ]);
    return [...entries, ...terms];
  },
};

interface Row extends Pick<
  CalendarEntry,
  'id' | 'institutionId' | 'kind' | 'title' | 'note' | 'startsOn' | 'endsOn' | 'isExpected'
> {
  fromMoment: string | null;
  toMoment: string | null;
  changedAt: string;
}

const utc = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
/** Far more than a school has in a year and a half; apps read no further pages. */
const maxEvents = 2000;

async function entryEvents(db: Db, actor: Actor, ids: readonly number[], from: Day, to: Day): Promise<CalendarEvent[]> {
  const { rows } = await bounded(
    maxEvents,
    (limit) =>
      query<Row>(db)`
      select e.id::bigint, e.institution_id as "institutionId", e.kind, e.title, e.note, e.starts_on::text as "startsOn",
        e.ends_on::text as "endsOn", e.is_expected as "isExpected",
        to_char((e.starts_on + e.starts_at) at time zone i.time_zone at time zone 'UTC', ${sql.raw(utc)}) as "fromMoment",
        to_char((e.ends_on + e.ends_at) at time zone i.time_zone at time zone 'UTC', ${sql.raw(utc)}) as "toMoment",
        to_char(e.updated_at at time zone 'UTC', ${sql.raw(utc)}) as "changedAt"
      from calendar_entries e join institutions i on i.id = e.institution_id
      where ${visibleEntries(actor, ids)} and e.starts_on <= ${to}::date and e.ends_on >= ${from}::date
      order by e.starts_on desc, e.id limit ${limit}`,
  );
  return rows.map(({ id, kind, title, note, startsOn, endsOn, fromMoment, toMoment, ...row }) => ({
    ...row,
    key: `entry-${id}`,
    // 'Half day: Founder’s Day'; the title of an event or a holiday says it.
    title: kind === 'event' || kind === 'holiday' ? title : `${entryKinds[kind]}: ${title}`,
    note: [row.isExpected && 'The day is expected and may still change.', note].filter(Boolean).join('\n') || null,
    when: fromMoment
      ? { isAllDay: false, from: fromMoment, to: toMoment }
      : { isAllDay: true, from: startsOn, to: endsOn },
  }));
}

const termEvents = async (db: Db, ids: readonly number[], from: Day, to: Day): Promise<CalendarEvent[]> => {
  const rows = await query<{ key: string; institutionId: number; title: string; day: Day; changedAt: string }>(db)`
    select 'term-' || t.id || x.part as key, t.institution_id as "institutionId", t.name || x.words as title,
        x.day::text as day, to_char(x.day, 'YYYY-MM-DD') || 'T00:00:00Z' as "changedAt"
      from terms t cross join lateral (values ('-begins', ' begins', t.starts_on), ('-ends', ' ends', t.ends_on)) x (part, words, day)
      where t.institution_id = any (${sql.param([...ids])}::int[]) and x.day between ${from}::date and ${to}::date
      order by x.day, t.id`;
  return rows.map(({ day, ...row }) => ({ ...row, when: { isAllDay: true, from: day, to: day } }));
};
