import { sql } from 'drizzle-orm';
import { addDays, type Day } from '#kernel/dates.ts';
import { query, type Db } from '#kernel/database.ts';
import type { EntryKind } from '#features/teaching/calendar/entry-kinds.ts';
import { daysFrom, isoWeekday } from '../own/week-days.ts';
import type { Bell } from '../draft/draft.ts';
import { isValidWithin } from '../valid-versions.ts';

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
    query<BellsOfVersion>(
      db,
      sql`select t.id::int as "timetableId", to_jsonb(array_agg(w.weekday)) as weekdays, t.valid_from::text as "validFrom",
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
    ),
    query<Dates>(
      db,
      sql`select e.kind, e.title, e.starts_on::text as "from", e.ends_on::text as "to" from calendar_entries e
        where e.institution_id = ${institutionId} and e.kind <> 'event'
          and e.starts_on between ${addDays(from, -366)} and ${to}::date and e.ends_on >= ${from}::date
        union all select 'term', k.name, k.starts_on::text, k.ends_on::text from terms k
        where k.institution_id = ${institutionId} and k.session_id in (select y.id from academic_sessions y
          where y.institution_id = ${institutionId} and y.starts_on <= ${to}::date and y.ends_on >= ${from}::date)`,
    ),
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
