import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { refuseTaken } from '../entries/change-entries.ts';
import { checkbox, list } from '#kernel/schemas.ts';
import { today as todayIn, type Day } from '#kernel/dates.ts';
import { chooseCalendar } from '../view/calendar-page.queries.ts';

export interface SchoolWeek {
  schoolWeekdays: number[];
  halfWeekdays: number[];
}

/** The weekdays on which an institution has school. */
export async function schoolWeek(db: Db, institutionId: number): Promise<SchoolWeek> {
  const [row] = await query<SchoolWeek>(db)`
    select to_json(r.school_weekdays) as "schoolWeekdays", to_json(r.half_weekdays) as "halfWeekdays"
      from calendar_rules r where r.institution_id = ${institutionId}`;
  return row ?? usualWeek;
}

/** ISO numbers. */
const weekday = z.coerce.number({ error: 'Choose from the list.' }).int().min(1).max(7);

const WeekFields = z.object({
  schoolWeekdays: list(weekday),
  halfWeekdays: list(weekday),
  closesTaken: checkbox,
});

/** Without a rule of its own an institution has school from Monday to Friday. */
const usualWeek = { schoolWeekdays: [1, 2, 3, 4, 5], halfWeekdays: [] as number[] };

export const EditWeek = edits(WeekFields);

/** Changes the weekdays on which an institution has school, for all terms. */
export async function editWeek(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  sent: z.output<typeof EditWeek>,
): Promise<void> {
  allow(actor, 'calendar.edit', institutionId);
  // There may be no rule yet to lock.
  await tx.execute(sql`select from institutions where id = ${institutionId} for no key update`);
  const before = await schoolWeek(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: EditWeek,
    sent,
    current: { ...before, closesTaken: false },
    subject: { institutionId, type: 'institution', id: institutionId },
    together: [['schoolWeekdays', 'halfWeekdays']],
  });
  const values: SchoolWeek = {
    schoolWeekdays: inOrder(input.schoolWeekdays),
    halfWeekdays: inOrder(input.halfWeekdays),
  };
  if (values.schoolWeekdays.length === 0)
    throw new ValidationError('schoolWeekdays', 'Choose at least one school day.');
  if (values.halfWeekdays.some((day) => !values.schoolWeekdays.includes(day)))
    throw new ValidationError('halfWeekdays', 'Half days must be school days too.');
  const changes = changesBetween(before, values);
  if (Object.keys(changes).length === 0) return;
  if (!input.closesTaken) await refuseClosed(tx, institutionId, before, values);
  await tx.execute(sql`insert into calendar_rules (institution_id, school_weekdays, half_weekdays)
    values (${institutionId}, ${sql.param(values.schoolWeekdays)}::smallint[], ${sql.param(values.halfWeekdays)}::smallint[])
    on conflict (institution_id) do update
    set school_weekdays = excluded.school_weekdays, half_weekdays = excluded.half_weekdays`);
  await record(tx, actor, 'calendar.editWeek', {
    institutionId,
    summary: 'changed the school week',
    subject: { type: 'institution', id: institutionId },
    details: { changes },
  });
}

/** Weekdays with registers in the current session that would no longer be school days. */
async function refuseClosed(tx: Tx, institutionId: number, before: SchoolWeek, after: SchoolWeek): Promise<void> {
  const gone = before.schoolWeekdays.filter((day) => !after.schoolWeekdays.includes(day));
  if (gone.length === 0) return;
  await refuseTaken(
    tx,
    institutionId,
    sql`extract(isodow from u.on_date)::int = any (${sql.param(gone)}::int[])
      and not exists (select from calendar_entries e where e.institution_id = u.institution_id and e.kind = 'school_day'
        and u.on_date between e.starts_on and e.ends_on)
      and exists (select from academic_sessions y where y.institution_id = u.institution_id and y.is_current
        and u.on_date between y.starts_on and y.ends_on)`,
    'save the school week',
  );
}

const inOrder = (days: number[]): number[] => [...new Set(days)].toSorted((one, other) => one - other);

/** How often the school opens in each term, and the week that it comes from. */
export async function schoolDaysProps(
  db: Db,
  actor: Actor,
  query: { institution_id?: number | undefined; academic_session?: number | undefined },
) {
  const { timeZone, canEdit, ...chosen } = chooseCalendar(actor, query.institution_id);
  const today = todayIn(timeZone);
  const [terms, week] = await Promise.all([
    termDays(db, chosen.institutionId, query.academic_session, today),
    schoolWeek(db, chosen.institutionId),
  ]);
  return { ...chosen, terms, week, can: { edit: canEdit } };
}

export interface TermDays {
  id: number;
  name: string;
  session: string;
  startsOn: Day;
  endsOn: Day;
  isCurrent: boolean;
  /** Days of the weekly rule, before holidays and exceptions. */
  ordinary: number;
  /** Of these, no school. */
  closed: number;
  /** School besides the weekly rule. */
  extra: number;
  days: number;
  halfDays: number;
  /** The number of times that the school opens: morning and afternoon. */
  opened: number;
  /** The same until today. */
  openedSoFar: number;
  /** What closed it, with the days that were lost. */
  holidays: { title: string; days: number }[];
}

/** The terms of a session, or of the current one, each with its school days and how they come to be. */
const termDays = (db: Db, institutionId: number, sessionId: number | undefined, today: Day) =>
  query<TermDays>(db)`with chosen as (
        select t.*, y.name as session from terms t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${institutionId}
          and ${sessionId === undefined ? sql`y.is_current` : sql`y.id = ${sessionId}::bigint`}
      ), dates as (
        select t.id, g::date as on_date,
          extract(isodow from g)::smallint = any (coalesce(r.school_weekdays, '{1,2,3,4,5}')) as is_ordinary
        from chosen t cross join lateral generate_series(t.starts_on::timestamp, t.ends_on::timestamp, interval '1 day') g
        left join calendar_rules r on r.institution_id = t.institution_id
      ), days as (
        select d.*, coalesce(s.sittings, 0) as sittings from dates d
        left join (select distinct on (s.term_id, s.on_date) s.* from (select min(starts_on) as first, max(ends_on) as last from chosen) c
          cross join lateral akada_school_days(${institutionId}, c.first, c.last) s) s on (s.term_id, s.on_date) = (d.id, d.on_date)
      ), lost as (
        select d.id, e.title, min(e.starts_on) as first, count(*) as days from days d
        join calendar_entries e on e.institution_id = ${institutionId} and e.kind = 'holiday'
          and d.on_date between e.starts_on and e.ends_on
        where d.is_ordinary and d.sittings = 0 group by d.id, e.id, e.title
      )
      select t.id::bigint, t.name, t.session, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn",
        t.is_current as "isCurrent", count(*) filter (where d.is_ordinary)::int as ordinary,
        count(*) filter (where d.is_ordinary and d.sittings = 0)::int as closed,
        count(*) filter (where not d.is_ordinary and d.sittings > 0)::int as extra,
        count(*) filter (where d.sittings > 0)::int as days, count(*) filter (where d.sittings = 1)::int as "halfDays",
        sum(d.sittings)::int as opened,
        coalesce(sum(d.sittings) filter (where d.on_date <= ${today}::date), 0)::int as "openedSoFar",
        coalesce((select jsonb_agg(jsonb_build_object('title', l.title, 'days', l.days) order by l.first, l.title)
          from lost l where l.id = t.id), '[]') as holidays
      from chosen t join days d on d.id = t.id
      group by t.id, t.name, t.session, t.starts_on, t.ends_on, t.is_current, t.position order by t.position`;
