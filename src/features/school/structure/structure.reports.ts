import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import { isNo, isYes, type MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { BatchFilter } from './batches/batches.queries.ts';
import { catalogueReports } from './catalogue/catalogue.reports.ts';
import { joinsOfSeat, seatFields, seeing, visibleIn } from './structure-in-view.ts';
import { programs } from './structure.schema.ts';

const own = fieldsIn('batch', 'batch');
// How many are in a batch is known to those who see all students, as on the pages of batches.
const counted = fieldsIn('batch', 'students', { joins: ['seated'], needs: 'students.view', isSummed: true, width: 10 });
const teaching = fieldsIn('batch', 'teaching');
const ofProgram = fieldsIn('program', 'program');

/** The list is of the current session unless it says another. */
const sessionInView = { field: 'academic_session', otherwise: [isYes('is_current')] };

/** What reports can show of batches, programs, classes and courses. */
export const structureReports: ReportParts = {
  subjects: [
    {
      name: 'batch',
      label: 'Batches',
      one: 'batch',
      many: 'batches',
      place: 80,
      from: sql`batches seat`,
      id: sql`seat.id`,
      institutionId: sql`seat.institution_id`,
      rowName: sql`seat.name`,
      order: sql`seat.name collate "C"`,
      href: '/batches/',
      seeing,
      exporting: 'structure.view',
      visible: visibleIn(sql`seat.institution_id`),
      groups: { batch: 'Batch', students: 'Students', teaching: 'Teaching' },
      usual: ['batch', 'capacity', 'class_teachers'],
    },
    {
      name: 'program',
      label: 'Programs',
      one: 'program',
      many: 'programs',
      place: 90,
      from: sql`${programs}`,
      id: programs.id,
      institutionId: programs.institutionId,
      rowName: programs.name,
      order: sql`${programs.name} collate "C"`,
      href: null,
      seeing,
      exporting: 'structure.view',
      visible: visibleIn(sql`${programs.institutionId}`),
      groups: { program: 'Programme', students: 'Students' },
      usual: ['name', 'code'],
    },
    ...catalogueReports.subjects,
  ],
  lists: [
    {
      name: 'batches',
      subject: 'batch',
      filters: {
        class: 'class',
        program: 'program',
        academic_session: sessionInView,
        state: { rules: { open: [isNo('is_closed')], closed: [isYes('is_closed')] } },
      } satisfies MeaningsOf<BatchFilter>,
      columns: {
        name: ['batch'],
        class: ['class'],
        program: ['program'],
        session: ['academic_session'],
        fill: ['capacity', 'students'],
        courses: ['course_count'],
        teachers: ['class_teachers'],
        state: ['is_closed'],
      },
      sorts: { '': ['program', 'class', 'batch'] },
    },
    {
      name: 'programs',
      subject: 'program',
      filters: {},
      columns: {
        name: ['name'],
        code: ['code'],
        classes: ['class_count'],
        seats: ['seats'],
        age: ['minimum_age'],
        fee: ['application_fee'],
        state: ['is_retired'],
      },
    },
    ...catalogueReports.lists,
  ],
  joins: [
    ...catalogueReports.joins,
    ...joinsOfSeat('batch'),
    {
      subject: 'batch',
      name: 'seated',
      sql: sql`left join lateral (
        select coalesce(sum(n.students), 0)::int as students, coalesce(sum(n.female), 0)::int as girls,
          coalesce(sum(n.male), 0)::int as boys from batch_counts n
        where n.institution_id = seat.institution_id and n.batch_id = seat.id) seated on true`,
    },
    {
      subject: 'batch',
      name: 'offered',
      sql: sql`left join lateral (
        select count(*)::int as courses, count(*) filter (where o.employee_id is null)::int as untaught from course_offerings o
        where o.institution_id = seat.institution_id and o.batch_id = seat.id) offered on true`,
    },
    {
      subject: 'batch',
      name: 'class_teachers',
      sql: sql`left join lateral (
        select string_agg(concat_ws(' ', e.title, e.first_name, e.surname), '; ' order by e.sort_name, e.id) as names
        from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
        where t.institution_id = seat.institution_id and t.batch_id = seat.id) class_teachers on true`,
    },
    {
      subject: 'program',
      name: 'in_program',
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
    ...catalogueReports.fields,
    own.text('batch', 'Batch', sql`seat.name`, { word: 'batch', width: 16 }),
    own.text('arm', 'Arm', sql`nullif(seat.arm, '')`, { width: 8 }),
    ...seatFields('batch', 'batch', seeing),
    own.yesNo('is_current', 'In the current session', sql`coalesce(seat_session.is_current, false)`, {
      joins: ['seat_session'],
    }),
    own.yesNo('is_closed', 'Closed', sql`seat.closed_at is not null or seat_session.closed_at is not null`, {
      joins: ['seat_session'],
    }),
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
      word: 'courses',
      joins: ['offered'],
      isSummed: true,
      width: 10,
    }),
    teaching.number('courses_without_teacher', 'Courses without a teacher', sql`offered.untaught`, {
      joins: ['offered'],
      isSummed: true,
      width: 14,
    }),
    ofProgram.text('name', 'Programme', programs.name, { width: 30 }),
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
      joins: ['in_program'],
      needs: 'students.view',
      isSummed: true,
    }),
  ],
};
