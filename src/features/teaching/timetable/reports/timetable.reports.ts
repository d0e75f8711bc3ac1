import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, timeOfDay } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { idMadeOf } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { roomKinds, weekdays } from '../timetable.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { validToday } from './valid-today.ts';

const subject = 'room_period';
const place = fieldsIn(subject, 'room', { width: 14 });
const time = fieldsIn(subject, 'time', { width: 12 });
const kind = fixedChoice(sql`room_period.kind`, roomKinds);
const begins = timeOfDay(sql`room_period.starts_at`);
const weekday = fixedChoice(sql`room_period.weekday::text`, weekdays as unknown as Record<string, string>);

/** Each room in each period of a week, by the timetable of today: a few thousand rows. */
const roomPeriods = sql`(select t.institution_id, ${idMadeOf(sql`concat_ws(' ', r.id, w.weekday, b.period)`)} as id, t.id as timetable_id,
    r.id as room_id, r.name, r.kind, r.seats, w.weekday, b.period, b.starts_at,
    (r.name || ' ' || w.weekday || lpad(b.period::text, 2, '0')) collate "C" as place
  from ${validToday} t
  join timetable_days w on (w.institution_id, w.timetable_id) = (t.institution_id, t.id)
  join bell_periods b on (b.institution_id, b.pattern_id) = (t.institution_id, w.pattern_id) and b.period is not null
  join rooms r on r.institution_id = t.institution_id and r.retired_at is null) room_period`;

const load = fieldsIn('employee', 'work', { needs: maySeeTimetable, joins: ['teaching'], width: 12 });

/** Which room is free when, and how much each teacher teaches. */
export const timetableReports: ReportParts = {
  subjects: [
    {
      name: subject,
      label: 'Rooms by period',
      one: 'period of a room',
      many: 'periods of rooms',
      place: 45,
      from: roomPeriods,
      id: sql`room_period.id`,
      institutionId: sql`room_period.institution_id`,
      rowName: sql`room_period.place`,
      order: sql`room_period.place`,
      href: null,
      seeing: maySeeTimetable,
      exporting: 'timetable.view',
      visible: (actor, wanted) =>
        institutionsInView(actor, wanted, ...maySeeTimetable).map((id) => sql`room_period.institution_id = ${id}`),
      groups: { room: 'Room', time: 'Time' },
      usual: ['room', 'weekday', 'period', 'is_free'],
    },
  ],
  joins: [
    {
      subject,
      name: 'taken',
      sql: sql`left join lateral (
        select string_agg(distinct h.name || ' ' || u.title, ', ') as lesson, count(*) as lessons from booked_rooms o
        join part_courses c on (c.institution_id, c.part_id) = (o.institution_id, o.part_id)
        join batches h on (h.institution_id, h.id) = (c.institution_id, c.batch_id)
        join courses u on (u.institution_id, u.id) = (c.institution_id, c.course_id)
        where (o.institution_id, o.room_id, o.timetable_id, o.weekday)
            = (room_period.institution_id, room_period.room_id, room_period.timetable_id, room_period.weekday)
          and o.periods @> room_period.period) taken on true`,
    },
    {
      subject: 'employee',
      name: 'teaching',
      sql: sql`left join lateral (
        select (select sum(upper(y.periods) - lower(y.periods)) from booked_teachers y
            where (y.institution_id, y.employee_id, y.timetable_id) = (t.institution_id, ${employees.id}, t.id))::int as lessons,
          m.most_a_week
        from ${validToday} t
        left join teacher_limits m on (m.institution_id, m.timetable_id, m.employee_id) = (t.institution_id, t.id, ${employees.id})
        where t.institution_id = ${employees.institutionId}) teaching on true`,
    },
  ],
  fields: [
    place.text('room', 'Room', sql`room_period.name`, { width: 22 }),
    place.choice('kind', 'Kind of room', kind.value, kind.more),
    place.number('seats', 'Seats', sql`room_period.seats`),
    time.choice('weekday', 'Day', weekday.value, weekday.more),
    time.number('period', 'Period', sql`room_period.period`),
    time.text('begins', 'Begins', begins.value, begins.more),
    time.yesNo('is_free', 'Free', sql`taken.lessons = 0`, { joins: ['taken'] }),
    time.text('lesson', 'Lesson', sql`taken.lesson`, { joins: ['taken'], width: 30 }),
    load.number('lessons_a_week', 'Periods taught a week', sql`teaching.lessons`, { isSummed: true }),
    load.number('most_lessons_a_week', 'Preferred maximum periods a week', sql`teaching.most_a_week`),
    load.number(
      'lessons_beyond',
      'Periods above the preferred maximum',
      sql`greatest(teaching.lessons - teaching.most_a_week, 0)`,
      { isSummed: true },
    ),
  ],
};
