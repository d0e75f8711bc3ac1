import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { query } from '#kernel/database.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { percentOf } from '../months/period-figures.ts';
import { seenAttendance } from '../record/seen-attendance.ts';
import { dayFigures } from '../registers/day-figures.queries.ts';
import { classAttendance } from './class-attendance.queries.ts';

const shown = 8;

/** Today where the first of the institutions is. */
const todayOf = (actor: Actor, [first]: number[]) =>
  todayIn(first === undefined ? 'Africa/Lagos' : membershipIn(actor, first)!.timeZone);

const byClass: ReadyDashlet = {
  key: 'attendance.today',
  label: 'Attendance today',
  place: 25,
  size: 'wide',
  may: ['attendance.view'],
  description:
    'How many are at school by the first register of the day, by class. Where registers are taken by lesson: those who were present in the latest lesson that called them today.',
  empty: 'No register has been taken today.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'attendance.view');
    const rows = await classAttendance(db, ids, todayOf(actor, ids));
    if (rows.length === 0) return null;
    return {
      as: 'bars',
      full: 100,
      href: '/registers',
      points: rows.map(({ name, called, absent }) => ({
        label: name,
        value: Number(percentOf(called - absent, called) ?? 0),
        shown: `${called - absent} of ${called}`,
      })),
    };
  },
};

const missing: ReadyDashlet = {
  key: 'attendance.missing',
  label: 'Registers missing',
  place: 26,
  size: 'small',
  may: ['attendance.view', 'attendance.take'],
  description: 'Registers of today that have not been taken yet.',
  empty: 'There is no school today, or no lesson has begun yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'attendance.view', 'attendance.take');
    const { registers, taken } = await dayFigures(db, actor, todayOf(actor, ids), wanted);
    if (registers === 0) return null;
    return { as: 'figure', value: registers - taken, hint: `of ${registers} today`, href: '/registers?missing=true' };
  },
};

const low: ReadyDashlet = {
  key: 'attendance.low',
  label: 'Low attendance',
  place: 27,
  size: 'small',
  may: ['attendance.view', 'attendance.viewOwn'],
  description: 'Students below the institution’s limit in this term, such as 75 %. Those with the least come first.',
  empty: 'Nobody is below the limit this term.',
  async load(db, actor, wanted) {
    const rows = await query<{ id: number; name: string; attended: number; called: number; all: number }>(
      db,
      sql`select students.id::int as id, students.surname || ', ' || students.first_name as name, a.attended, a.called,
          (count(*) over ())::int as all
        from attendance_totals a join terms t on (t.institution_id, t.id) = (a.institution_id, a.term_id) and t.is_current
        join students on (students.institution_id, students.id) = (a.institution_id, a.student_id)
        left join attendance_rules r on r.institution_id = a.institution_id
        where ${seenAttendance(actor, wanted)} and students.batch_id is not null and a.offering_id = 0
          and a.attended * 100 < a.called * coalesce(r.warn_below, 75)
        order by a.attended::float8 / a.called, students.sort_name limit ${shown}`,
    );
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} in all`,
      points: rows.map(({ id, name, attended, called }) => ({
        label: name,
        value: Number(percentOf(attended, called)),
        shown: `${percentOf(attended, called)}%`,
        href: `/students/${id}/attendance`,
      })),
    };
  },
};

export const attendanceDashlets: readonly ReadyDashlet[] = [byClass, missing, low];
