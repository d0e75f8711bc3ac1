import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { joinsOfSeat, seatFields } from './structure-reports.ts';
import { programs } from './structure.schema.ts';

const seeing = ['structure.view'] as const;
const visible = (institutionId: SQL) => (actor: Actor, wanted: number | undefined) =>
  institutionsInView(actor, wanted, ...seeing).map((id) => sql`${institutionId} = ${id}`);

const own = fieldsIn('batch', 'batch');
// How many are in a batch is known to those who see all students, as on the pages of batches.
const counted = fieldsIn('batch', 'students', { joins: ['seated'], needs: 'students.view', isSummed: true, width: 10 });
const teaching = fieldsIn('batch', 'teaching');
const ofProgram = fieldsIn('program', 'program');

/** What reports can show of batches and programs. */
export const structureReports: ReportParts = {
  subjects: [
    {
      ...{ name: 'batch', label: 'Batches', one: 'batch', many: 'batches', place: 80 },
      ...{ from: sql`batches seat`, id: sql`seat.id`, institutionId: sql`seat.institution_id` },
      ...{ rowName: sql`seat.name`, order: sql`seat.name collate "C"`, href: '/batches/' },
      ...{ seeing, exporting: 'structure.view', visible: visible(sql`seat.institution_id`) },
      groups: { batch: 'Batch', students: 'Students', teaching: 'Teaching' },
      usual: ['batch', 'capacity', 'class_teachers'],
    },
    {
      ...{ name: 'program', label: 'Programs', one: 'program', many: 'programs', place: 90 },
      ...{ from: sql`${programs}`, id: programs.id, institutionId: programs.institutionId },
      ...{ rowName: programs.name, order: sql`${programs.name} collate "C"`, href: null },
      ...{ seeing, exporting: 'structure.view', visible: visible(sql`${programs.institutionId}`) },
      groups: { program: 'Program', students: 'Students' },
      usual: ['name', 'code'],
    },
  ],
  joins: [
    ...joinsOfSeat('batch'),
    {
      ...{ subject: 'batch', name: 'seated' },
      sql: sql`left join lateral (
        select coalesce(sum(n.students), 0)::int as students, coalesce(sum(n.female), 0)::int as girls,
          coalesce(sum(n.male), 0)::int as boys from batch_counts n
        where n.institution_id = seat.institution_id and n.batch_id = seat.id) seated on true`,
    },
    {
      ...{ subject: 'batch', name: 'offered' },
      sql: sql`left join lateral (
        select count(*)::int as courses, count(*) filter (where o.employee_id is null)::int as untaught from course_offerings o
        where o.institution_id = seat.institution_id and o.batch_id = seat.id) offered on true`,
    },
    {
      ...{ subject: 'batch', name: 'class_teachers' },
      sql: sql`left join lateral (
        select string_agg(concat_ws(' ', e.title, e.first_name, e.surname), '; ' order by e.sort_name, e.id) as names
        from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
        where t.institution_id = seat.institution_id and t.batch_id = seat.id) class_teachers on true`,
    },
    {
      ...{ subject: 'program', name: 'in_program' },
      sql: sql`left join lateral (
        select count(distinct c.id)::int as classes, count(distinct b.id)::int as batches, coalesce(sum(n.students), 0)::int as students
        from classes c
        left join batches b on b.institution_id = c.institution_id and b.class_id = c.id and exists (
          select from academic_sessions y where y.institution_id = b.institution_id and y.id = b.session_id and y.is_current)
        left join batch_counts n on n.institution_id = b.institution_id and n.batch_id = b.id
        where c.institution_id = ${programs.institutionId} and c.program_id = ${programs.id}) in_program on true`,
    },
  ],
  fields: [
    own.text('batch', 'Batch', sql`seat.name`, { word: 'batch', width: 16 }),
    own.text('arm', 'Arm', sql`nullif(seat.arm, '')`, { width: 8 }),
    ...seatFields('batch', 'batch', seeing),
    own.yesNo('is_current', 'In the current session', sql`coalesce(seat_session.is_current, false)`, {
      joins: ['seat_session'],
    }),
    own.yesNo('is_closed', 'Closed', sql`seat.closed_at is not null`),
    own.number('capacity', 'Seats', sql`seat.capacity`, { isSummed: true, width: 8 }),
    counted.number('students', 'Students', sql`seated.students`),
    counted.number('boys', 'Boys', sql`seated.boys`),
    counted.number('girls', 'Girls', sql`seated.girls`),
    counted.number('seats_free', 'Seats free', sql`greatest(seat.capacity - seated.students, 0)`),
    teaching.text('class_teachers', 'Class teachers', sql`class_teachers.names`, {
      joins: ['class_teachers'],
      width: 30,
    }),
    teaching.number('course_count', 'Courses', sql`offered.courses`, {
      ...{ word: 'courses', joins: ['offered'], isSummed: true, width: 10 },
    }),
    teaching.number('courses_without_teacher', 'Courses without a teacher', sql`offered.untaught`, {
      ...{ joins: ['offered'], isSummed: true, width: 14 },
    }),
    ofProgram.text('name', 'Program', programs.name, { width: 30 }),
    ofProgram.text('code', 'Code', programs.code, { width: 10 }),
    ofProgram.yesNo('requires_pin', 'Requires pin', programs.requiresPin),
    ofProgram.money('application_fee', 'Application fee', programs.applicationFee),
    ofProgram.number('seats', 'Seats', programs.seats, { isSummed: true }),
    ofProgram.number('minimum_age', 'Minimum age', programs.minimumAge),
    ofProgram.yesNo('is_retired', 'Retired', sql`${programs.retiredAt} is not null`),
    ofProgram.number('class_count', 'Classes', sql`in_program.classes`, {
      word: 'classes',
      joins: ['in_program'],
      isSummed: true,
    }),
    ofProgram.number('batch_count', 'Batches this session', sql`in_program.batches`, {
      joins: ['in_program'],
      isSummed: true,
    }),
    fieldsIn('program', 'students').number('students', 'Students', sql`in_program.students`, {
      ...{ joins: ['in_program'], needs: 'students.view', isSummed: true },
    }),
  ],
};
