import { type Day, addDays } from '#kernel/dates.ts';
import type { RegisterPlace } from '../registers/place.queries.ts';
import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { MarkKind } from '../mark-kinds.ts';
import { z } from 'zod';
import { day, queryParam } from '#kernel/schemas.ts';
import { addMonths, mondayOf } from '#features/teaching/calendar/view/period.ts';

/** A column of the register: a day with the sittings that are, or should be, in it. */
export interface DayColumn {
  onDate: Day;
  sittings: number[];
  /** Why there is no school: the holiday, or 'No school'. Null on school days. */
  closed: string | null;
}

/** Weekdays with school, and whatever other day has school or a register. Of a course, the days of its lessons. */
export function dayColumns(
  days: readonly PeriodDay[],
  registers: readonly PeriodRegister[],
  { taken, offeringId }: Pick<RegisterPlace, 'taken' | 'offeringId'>,
): DayColumn[] {
  const sittingsOn = Map.groupBy(registers, ({ onDate }) => onDate);
  return days.flatMap(({ onDate, sittings, holiday, isOrdinary, inTerm }) => {
    const found = (sittingsOn.get(onDate) ?? []).map(({ sitting }) => sitting);
    if (offeringId !== null && found.length === 0) return [];
    if (found.length === 0 && sittings === 0 && !isOrdinary) return [];
    const due = offeringId === null ? dueSittings(taken, sittings) : [];
    return {
      onDate,
      sittings: [...new Set([...due, ...found])].toSorted((one, other) => one - other),
      closed: sittings > 0 || found.length > 0 ? null : (holiday ?? (inTerm ? 'No school' : 'Outside term')),
    };
  });
}

function dueSittings(taken: RegisterPlace['taken'], sittings: number): number[] {
  if (sittings === 0 || taken === 'lessons') return [];
  if (taken === 'once') return [0];
  return sittings === 1 ? [1] : [1, 2];
}

interface PeriodDay {
  onDate: Day;
  /** 0: no school. */
  sittings: number;
  holiday: string | null;
  /** Of a weekday with school. */
  isOrdinary: boolean;
  inTerm: boolean;
}

/** Every day of the period, with what it is for the session of the batch. */
export const periodDays = (db: Db, { institutionId, sessionId }: RegisterPlace, { from, to }: RegisterPeriod) =>
  query<PeriodDay>(db)`select g::date::text as "onDate", coalesce(s.sittings, 0)::int as sittings,
      (select e.title from calendar_entries e where e.institution_id = ${institutionId} and e.kind = 'holiday'
        and g::date between e.starts_on and e.ends_on order by e.id limit 1) as holiday,
      extract(isodow from g)::smallint = any (coalesce(r.school_weekdays, '{1,2,3,4,5}')) as "isOrdinary",
      exists (select from terms t where t.institution_id = ${institutionId} and t.session_id = ${sessionId}
        and g::date between t.starts_on and t.ends_on) as "inTerm"
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g
    left join calendar_rules r on r.institution_id = ${institutionId}
    left join akada_school_days(${institutionId}, ${from}::date, ${to}::date) s
      on s.on_date = g::date and s.session_id = ${sessionId}
    order by g`;

export interface PeriodRegister {
  onDate: Day;
  sitting: number;
  roll: number[];
  marks: { student: number; kind: MarkKind; letters: string | null }[];
}

type Place = Pick<RegisterPlace, 'institutionId' | 'batchId' | 'offeringId'>;

const inPeriod = ({ institutionId, batchId, offeringId }: Place, { from, to }: RegisterPeriod) =>
  sql`r.institution_id = ${institutionId} and r.batch_id = ${batchId} and r.on_date between ${from}::date and ${to}::date
    and r.offering_id is not distinct from ${offeringId}::bigint`;

/** The registers that were taken, in order: of days, or of the lessons of a course. */
export const periodRegisters = (db: Db, place: Place, period: RegisterPeriod) =>
  query<PeriodRegister>(db)`select r.on_date::text as "onDate", r.sitting, to_jsonb(r.roll) as roll,
      coalesce((select jsonb_agg(jsonb_build_object('student', m.student_id, 'kind', m.kind, 'letters', c.letters))
        from attendance_marks m left join attendance_codes c on (c.institution_id, c.id) = (m.institution_id, m.code_id)
        where (m.institution_id, m.register_id) = (r.institution_id, r.id)), '[]') as marks
    from attendance_registers r where ${inPeriod(place, period)} order by r.on_date, r.sitting`;

export interface PeriodStudent {
  id: number;
  name: string;
  number: string;
  gender: 'female' | 'male' | null;
}

/** Students of the batch in the period, by name, and all others in its registers. */
export const periodStudents = (db: Db, place: Place, period: RegisterPeriod) =>
  query<PeriodStudent>(db)`
    select s.id::bigint as id, s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name,
      s.admission_number as number, s.gender
    from students s where s.institution_id = ${place.institutionId} and s.id in (
      select e.student_id from enrolments e join students x on (x.institution_id, x.id) = (e.institution_id, e.student_id)
      where e.institution_id = ${place.institutionId} and e.batch_id = ${place.batchId} and x.merged_into_id is null
        and ${place.offeringId}::bigint is null
        and e.from_date <= ${period.to}::date and (e.to_date is null or e.to_date >= ${period.from}::date)
      union select u.id from attendance_registers r cross join unnest(r.roll) u (id) where ${inPeriod(place, period)})
    order by s.sort_name, s.id`;

/** Days as far as a school looks, which every calendar can count. */
const nearDay = day.refine((text) => text.startsWith('20'), 'Choose a day of this century.');

/** A month, or the week around a day; this month without either. */
export const periodFields = {
  month: queryParam(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month, for example 2026-11.')),
  week: queryParam(nearDay),
};

export interface RegisterPeriod {
  kind: 'month' | 'week';
  from: Day;
  to: Day;
}

export function registerPeriod({ month, week }: { month?: string; week?: Day }, today: Day): RegisterPeriod {
  if (week) return { kind: 'week', from: mondayOf(week), to: addDays(mondayOf(week), 6) };
  const from = `${month ?? today.slice(0, 7)}-01`;
  return { kind: 'month', from, to: addDays(addMonths(from, 1), -1) };
}
