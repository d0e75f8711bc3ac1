import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import { query, type Tx, type Db, isOneOf } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id, choice, line } from '#kernel/schemas.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';
import { keepPlaces } from '../lessons/save-set.ts';
import { weekdayName, weekdays, periodKinds } from '../timetable.ts';
import { addDays, type Day, formatTime, formatTimes } from '#kernel/dates.ts';
import type { EntryKind } from '#features/teaching/calendar/entry-kinds.ts';
import { daysFrom, isoWeekday } from '../own/week-days.ts';
import type { Bell } from '../draft/draft.ts';
import { isValidWithin } from '../valid-versions.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { keyedRows } from '../keyed-rows.ts';
import type { BellInput } from './usual-bells.ts';

const patternOfDay = emptyIsNull(id).default(null);
/** Which pattern rings on which day; none: no lessons. */
export const SaveDays = edits(
  z.object({
    monday: patternOfDay,
    tuesday: patternOfDay,
    wednesday: patternOfDay,
    thursday: patternOfDay,
    friday: patternOfDay,
    saturday: patternOfDay,
    sunday: patternOfDay,
  }),
);

/** The days as their form shows them. */
export const daysForm = (patterns: readonly Pick<Pattern, 'id' | 'weekdays'>[]): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(weekdays).map(([weekday, name]) => [
      name.toLowerCase(),
      patterns.find((one) => one.weekdays.includes(Number(weekday)))?.id ?? null,
    ]),
  );

/** Sets which pattern rings on which day. Lessons of a day that has none go back to the tray; returns how many. */
export async function saveDays(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  sent: z.output<typeof SaveDays>,
): Promise<number> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const known = await patternsOf(tx, actor, timetableId);
  const nameOf = (id: unknown) => known.find((pattern) => pattern.id === id)?.name ?? '';
  const { input, touched } = await mergeEdit(tx, actor, {
    fields: SaveDays,
    sent,
    current: daysForm(known),
    words: Object.fromEntries(Object.keys(SaveDays.shape).map((day) => [day, nameOf])),
    subject: { institutionId, type: 'timetable', id: timetableId },
    action: 'timetable.saveDays',
  });
  if (touched.size === 0) return 0;
  const days = Object.entries(weekdays).flatMap(([weekday, name]) => {
    const patternId = input[name.toLowerCase() as keyof typeof input];
    return patternId === null ? [] : { weekday: Number(weekday), patternId };
  });
  if (days.length === 0) throw new ValidationError('monday', 'Choose the bells of at least one day.');
  const [unknown] = days.filter(({ patternId }) => !known.some((pattern) => pattern.id === patternId));
  if (unknown) throw new ValidationError(weekdayName(unknown.weekday).toLowerCase(), 'Choose one from the list.');
  const backInTray = await emptyDays(
    tx,
    institutionId,
    timetableId,
    days.map(({ weekday }) => weekday),
  );
  await tx.execute(sql`insert into timetable_days (institution_id, timetable_id, weekday, pattern_id)
    select ${institutionId}, ${timetableId}, d.weekday, d."patternId"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (weekday int, "patternId" bigint)
    on conflict (institution_id, timetable_id, weekday) do update set pattern_id = excluded.pattern_id`);
  const more = await keepPlaces(tx, institutionId, timetableId);
  await record(tx, actor, 'timetable.saveDays', {
    institutionId,
    summary: `set the days of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { days },
  });
  await countChange(tx, timetable);
  return backInTray + more;
}

/** Removes the days that are not among these, with what lies on them. */
async function emptyDays(tx: Tx, institutionId: number, timetableId: number, kept: number[]): Promise<number> {
  const others = sql`institution_id = ${institutionId} and timetable_id = ${timetableId}
    and weekday <> all (${sql.param(kept)}::int[])`;
  for (const table of [sql`booked_teachers`, sql`booked_rooms`, sql`booked_batches`])
    await tx.execute(sql`delete from ${table} where ${others}`);
  const lessons = await query<{ id: number }>(tx)`
    update lessons set weekday = null, first_period = null, is_locked = false where ${others} returning id::bigint as id`;
  await tx.execute(sql`delete from timetable_days where ${others}`);
  return lessons.length;
}

/** A day on which the published timetable has lessons. */
export interface TimetableDay {
  day: Day;
  timetableId: number;
  /** In UTC, '2026-11-26T08:00:00Z'. */
  publishedAt: string;
  bells: Bell[];
  /** Why there are no lessons: the name of the holiday. */
  closed: string | null;
  /** 'Half day: Founder’s Day'. */
  note: string | null;
}

/** The same bells ring on several days of the week. */
interface BellsOfVersion extends Pick<TimetableDay, 'timetableId' | 'publishedAt' | 'bells'> {
  weekdays: number[];
  /** The days on which the version is valid. */
  validFrom: Day;
  validUntil: Day;
}

interface Dates {
  kind: EntryKind | 'term';
  title: string;
  from: Day;
  to: Day;
}

/** The days on which there are lessons, with their bells (periods, breaks, assembly) and what the calendar says of them. */
export async function timetableDays(db: Db, institutionId: number, from: Day, to: Day): Promise<TimetableDay[]> {
  const [versions, dates] = await Promise.all([
    query<BellsOfVersion>(db)`
      select t.id::bigint as "timetableId", to_jsonb(array_agg(w.weekday)) as weekdays, t.valid_from::text as "validFrom",
          least(t.valid_until, y.ends_on)::text as "validUntil",
          to_char(t.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "publishedAt",
          (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'period', b.period, 'name', b.name,
            'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI')) order by b.position), '[]')
            from bell_periods b where (b.institution_id, b.pattern_id) = (${institutionId}, w.pattern_id)) as bells
        from timetables t
        join academic_sessions y on (y.institution_id, y.id) = (${institutionId}, t.session_id)
        join timetable_days w on (w.institution_id, w.timetable_id) = (${institutionId}, t.id)
        where t.institution_id = ${institutionId} and ${isValidWithin(sql`${from}::date`, sql`${to}::date`)}
        group by t.institution_id, t.id, y.ends_on, w.pattern_id`,
    query<Dates>(db)`
      select e.kind, e.title, e.starts_on::text as "from", e.ends_on::text as "to" from calendar_entries e
        where e.institution_id = ${institutionId} and e.kind <> 'event'
          and e.starts_on between ${addDays(from, -366)} and ${to}::date and e.ends_on >= ${from}::date
        union all select 'term', k.name, k.starts_on::text, k.ends_on::text from terms k
        where k.institution_id = ${institutionId} and k.session_id in (select y.id from academic_sessions y
          where y.institution_id = ${institutionId} and y.starts_on <= ${to}::date and y.ends_on >= ${from}::date)`,
  ]);
  return daysFrom(from, to).flatMap((day) => {
    const weekday = isoWeekday(day);
    const valid = versions.find(
      (row) => row.weekdays.includes(weekday) && row.validFrom <= day && day <= row.validUntil,
    );
    if (!valid) return [];
    const { timetableId, publishedAt, bells } = valid;
    return [{ day, timetableId, publishedAt, bells, ...calendarOf(day, dates) }];
  });
}

/** As the calendar counts school days: an exceptional school day beats a holiday, and outside terms there is no school. */
function calendarOf(day: Day, dates: readonly Dates[]): Pick<TimetableDay, 'closed' | 'note'> {
  const terms = dates.filter(({ kind }) => kind === 'term');
  const on = dates.filter(({ from, to }) => from <= day && day <= to);
  const of = (kind: Dates['kind']) => on.find((entry) => entry.kind === kind);
  const half = of('half_day');
  const note = half ? `Half day: ${half.title}` : null;
  if (terms.length > 0 && !of('term')) return { closed: 'Outside term dates', note: null };
  if (of('school_day')) return { closed: null, note };
  const holiday = of('holiday');
  return holiday ? { closed: holiday.title, note: null } : { closed: null, note };
}

export interface Pattern {
  id: number;
  name: string;
  weekdays: number[];
  bells: Bell[];
}

/** The patterns of a version, with the days on which they ring. */
export const patternsOf = (db: Db, actor: Actor, timetableId: number): Promise<Pattern[]> =>
  query<Pattern>(db)`select p.id::bigint as id, p.name, array(select d.weekday from timetable_days d
          where (d.institution_id, d.timetable_id, d.pattern_id) = (p.institution_id, p.timetable_id, p.id) order by 1) as weekdays,
        (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'period', b.period, 'name', b.name,
            'startsAt', to_char(b.starts_at, 'HH24:MI'), 'endsAt', to_char(b.ends_at, 'HH24:MI')) order by b.position), '[]')
          from bell_periods b where (b.institution_id, b.pattern_id) = (p.institution_id, p.id)) as bells
      from bell_patterns p
      where ${isOneOf(sql`p.institution_id`, institutionsWhere(actor, ...maySeeTimetable))} and p.timetable_id = ${timetableId}
      order by p.id`;

const time = z
  .string('Enter a time.')
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'Enter a time, for example 08:40.')
  .transform((text) => text.slice(0, 5));

const BellRow = z.object({
  kind: choice(periodKinds),
  name: line(40, 'Name'),
  startsAt: time,
  endsAt: time,
});

export const AddPattern = z.object({
  name: line(60, 'Name'),
  bells: keyedRows(BellRow, {
    most: 40,
    none: 'Add a period.',
    tooMany: 'A day can have up to 40 periods.',
  }),
});
export const EditPattern = edits(AddPattern);

/** A pattern as its form shows it. */
export const patternForm = ({ name, bells }: Pick<Pattern, 'name' | 'bells'>) => ({
  name,
  bells: bells.map(({ kind, name: called, startsAt, endsAt }, at) => ({
    id: at + 1,
    kind,
    name: called,
    startsAt,
    endsAt,
  })),
});

/** 'Assembly 07:40–08:00 am', a line for each bell. */
export const bellsText = (bells: unknown): string =>
  (bells as BellInput[]).map(({ name, startsAt, endsAt }) => `${name} ${formatTimes(startsAt, endsAt)}`).join('\n');

/** By their beginning; refuses what overlaps. */
export function inOrder(bells: readonly (BellInput & { key: string })[]): BellInput[] {
  const ordered = bells.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  for (const [at, { startsAt, endsAt, name, key }] of ordered.entries()) {
    if (endsAt <= startsAt) throw new ValidationError(`bells.${key}.endsAt`, `${name} ends before it begins.`);
    const next = ordered[at + 1];
    if (next && next.startsAt < endsAt)
      throw new ValidationError(
        `bells.${next.key}.startsAt`,
        `${next.name} begins before ${name} ends, at ${formatTime(endsAt)}.`,
      );
  }
  if (!ordered.some(({ kind }) => kind === 'lesson')) throw new ValidationError('bells', 'Add a period for lessons.');
  return ordered.map(({ key: _, ...bell }) => bell);
}
