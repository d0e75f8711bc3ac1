import { sql } from 'drizzle-orm';
import { fieldsIn, fixedChoice, timeOfDay, latestOf } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { weekdays } from '#features/teaching/timetable/timetable.ts';
import { maySeeCover } from '../cover.policy.ts';
import { covers } from '../cover.schema.ts';

const subject = 'cover';
const lesson = fieldsIn(subject, 'lesson', { width: 12 });
const place = fieldsIn(subject, 'lesson', { joins: ['place'] });
const taught = fieldsIn(subject, 'lesson', { joins: ['taught'], width: 22 });
const absent = fieldsIn(subject, 'absent', { joins: ['absent'], width: 24 });
const substitute = fieldsIn(subject, 'substitute', { joins: ['substitute'], width: 24 });
const own = fieldsIn('employee', 'work', { needs: maySeeCover, joins: ['covering'], isSummed: true, width: 12 });
const begins = timeOfDay(sql`place.starts_at`);
const weekday = fixedChoice(
  sql`extract(isodow from ${covers.onDate})::int::text`,
  weekdays as unknown as Record<string, string>,
);

/** Lessons of absent teachers that others took, and how many each employee took and gave in the current term. */
export const coverReports: ReportParts = {
  subjects: [
    {
      name: subject,
      label: 'Lessons covered',
      one: 'covered lesson',
      many: 'covered lessons',
      place: 46,
      ...latestOf(covers, maySeeCover),
      rowName: sql`'Cover of ' || ${covers.onDate}`,
      order: sql`(${covers.onDate} - date '2000-01-01')`,
      href: null,
      exporting: 'cover.view',
      groups: { lesson: 'Lesson', absent: 'Absent teacher', substitute: 'Substitute' },
      usual: ['day', 'period', 'batch', 'course', 'absent', 'substitute'],
    },
  ],
  joins: [
    {
      subject,
      name: 'place',
      sql: sql`left join lateral (select b.starts_at, r.name as room
        from lessons l
        left join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (l.institution_id, l.timetable_id, l.weekday)
        left join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (w.institution_id, w.pattern_id, l.first_period)
        left join booked_rooms o on (o.institution_id, o.lesson_id, o.part_id) = (l.institution_id, l.id, ${covers.partId})
        left join rooms r on (r.institution_id, r.id) = (o.institution_id, o.room_id)
        where (l.institution_id, l.id) = (${covers.institutionId}, ${covers.lessonId})) place on true`,
    },
    {
      subject,
      name: 'taught',
      sql: sql`left join lateral (
        select string_agg(distinct h.name, ' + ') as batches, string_agg(distinct u.title, ' / ') as courses
        from part_courses p join batches h on (h.institution_id, h.id) = (p.institution_id, p.batch_id)
        join courses u on (u.institution_id, u.id) = (p.institution_id, p.course_id)
        where (p.institution_id, p.part_id) = (${covers.institutionId}, ${covers.partId})) taught on true`,
    },
    {
      subject,
      name: 'term',
      sql: sql`left join lateral (select y.name || ' ' || t.name as name from terms t
        join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
        where t.institution_id = ${covers.institutionId} and ${covers.onDate} between t.starts_on and t.ends_on
        order by t.starts_on desc, t.id desc limit 1) term on true`,
    },
    {
      subject,
      name: 'absent',
      sql: sql`join employees absent on (absent.institution_id, absent.id) = (${covers.institutionId}, ${covers.absentId})`,
    },
    {
      subject,
      name: 'substitute',
      sql: sql`join employees substitute
        on (substitute.institution_id, substitute.id) = (${covers.institutionId}, ${covers.substituteId})`,
    },
    {
      // As on the page of the day: restricted types of leave are "Away".
      subject,
      name: 'reason',
      sql: sql`left join lateral (select coalesce(
          (select case when y.is_restricted then 'Away' else y.name end from leave_requests q
            join leave_types y on (y.institution_id, y.id) = (q.institution_id, q.type_id)
            where (q.institution_id, q.employee_id) = (${covers.institutionId}, ${covers.absentId}) and q.state = 'approved'
              and ${covers.onDate} between q.starts_on and q.ends_on order by q.id limit 1),
          (select case m.kind when 'duty' then 'Official duty' else 'Away' end from staff_attendance m
            where (m.institution_id, m.employee_id, m.on_date) = (${covers.institutionId}, ${covers.absentId}, ${covers.onDate})
              and m.kind in ('absent', 'leave', 'duty'))) as why) reason on true`,
    },
    {
      subject,
      name: 'assigner',
      sql: sql`left join accounts assigner on assigner.id = ${covers.accountId}`,
    },
    {
      subject: 'employee',
      name: 'covering',
      sql: sql`left join lateral (
        select count(*) filter (where c.substitute_id = ${employees.id})::int as taken,
          count(*) filter (where c.absent_id = ${employees.id})::int as given
        from terms t join covers c on c.institution_id = t.institution_id and c.on_date between t.starts_on and t.ends_on
          and ${employees.id} in (c.substitute_id, c.absent_id)
        where t.institution_id = ${employees.institutionId} and t.is_current) covering on true`,
    },
  ],
  fields: [
    lesson.day('day', 'Day', covers.onDate),
    lesson.choice('weekday', 'Weekday', weekday.value, weekday.more),
    lesson.number('period', 'Period', sql`lower(${covers.periods})`),
    lesson.number('periods', 'Periods', sql`upper(${covers.periods}) - lower(${covers.periods})`, { isSummed: true }),
    place.text('begins', 'Begins', begins.value, begins.more),
    taught.text('batch', 'Class arm', sql`taught.batches`, { word: 'batch', width: 16 }),
    taught.text('course', 'Course', sql`taught.courses`, { word: 'course' }),
    place.text('room', 'Room', sql`place.room`, { width: 14 }),
    lesson.text('term', 'Term', sql`term.name`, { joins: ['term'], width: 22 }),
    lesson.text('note', 'Note', covers.note, { width: 30 }),
    absent.text('absent', 'Absent teacher', sql`absent.surname || ', ' || absent.first_name`),
    absent.text('absent_number', 'Employee number of the absent teacher', sql`absent.employee_number`, { width: 14 }),
    absent.text('reason', 'Reason for absence', sql`reason.why`, { joins: ['reason'], needs: 'cover.edit', width: 18 }),
    substitute.text('substitute', 'Substitute', sql`substitute.surname || ', ' || substitute.first_name`),
    substitute.text('substitute_number', 'Employee number of the substitute', sql`substitute.employee_number`, {
      width: 14,
    }),
    substitute.text('assigned_by', 'Assigned by', sql`assigner.name`, { joins: ['assigner'], width: 22 }),
    own.number('lessons_covered', 'Lessons covered for others this term', sql`covering.taken`),
    own.number('lessons_given', 'Own lessons covered this term', sql`covering.given`),
  ],
};
