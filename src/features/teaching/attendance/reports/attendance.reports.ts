import { sql } from 'drizzle-orm';
import { fieldsIn, fixedChoice, timeOfDay, latestOf } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { termReports } from './terms.reports.ts';
import { students } from '#features/people/students/students.schema.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-in-view.ts';
import { attendanceMarks } from '../attendance.schema.ts';
import { excuseStates } from '../excuses/excuse-labels.ts';
import { markKinds } from '../mark-kinds.ts';
import {
  ofSeenStudents,
  seeingAttendance,
  studentFields,
  studentJoin,
  termField,
  termJoins,
} from './student-columns.ts';

const subject = 'attendance_mark';
const labels = Object.fromEntries(Object.entries(markKinds).map(([name, { label }]) => [name, label]));
const kind = fixedChoice(attendanceMarks.kind, labels);
const leftAt = timeOfDay(attendanceMarks.leftAt);
const sitting = sql`register.sitting`;

const mark = fieldsIn(subject, 'mark', { width: 12 });
const lesson = fieldsIn(subject, 'mark', { joins: ['register'] });
/** For users who decide on reasons. */
const reason = fieldsIn(subject, 'reason', { joins: ['reason'], needs: 'attendance.correct', isConfidential: true });
const reasonState = fixedChoice(sql`reason.state`, excuseStates);

/**
 * What registers say of students on days, other than “present”: a row for each mark. Nearly all marks are “present” and
 * are not stored; how many there were is in the reports of terms.
 */
const markReports: ReportParts = {
  subjects: [
    {
      name: subject,
      label: 'Absences and latenesses',
      one: 'mark',
      many: 'marks',
      place: 16,
      ...latestOf(attendanceMarks, seeingAttendance),
      rowName: sql`'Mark of ' || ${attendanceMarks.onDate}`,
      order: sql`(${attendanceMarks.onDate} - date '2000-01-01')`,
      href: null,
      exporting: 'attendance.view',
      visible: (actor, wanted) =>
        ofSeenStudents(actor, wanted, attendanceMarks).map(
          (seen) => sql`(${seen} and (${attendanceMarks.kind} <> 'present' or ${attendanceMarks.leftAt} is not null
            or ${attendanceMarks.remark} is not null))`,
        ),
      groups: { mark: 'Mark', student: 'Student', school: 'School', reason: 'Reason from the family' },
      usual: ['day', 'admission_number', 'surname', 'first_name', 'mark', 'minutes', 'remark'],
    },
  ],
  joins: [
    studentJoin(subject, attendanceMarks.institutionId, attendanceMarks.studentId),
    {
      subject,
      name: 'register',
      sql: sql`join attendance_registers register
        on (register.institution_id, register.id) = (${attendanceMarks.institutionId}, ${attendanceMarks.registerId})`,
    },
    ...termJoins(
      subject,
      sql`(term.institution_id, term.id) = (register.institution_id, register.term_id)`,
      'register',
    ),
    ...seatJoins(subject, { institutionId: sql`register.institution_id`, batchId: sql`register.batch_id` }, 'register'),
    {
      subject,
      name: 'own_code',
      sql: sql`left join attendance_codes own_code
        on (own_code.institution_id, own_code.id) = (${attendanceMarks.institutionId}, ${attendanceMarks.codeId})`,
    },
    {
      subject,
      name: 'course',
      after: ['register'],
      sql: sql`left join course_offerings offering on (offering.institution_id, offering.id) = (register.institution_id, register.offering_id)
        left join courses course on (course.institution_id, course.id) = (offering.institution_id, offering.course_id)`,
    },
    {
      subject,
      name: 'marker',
      sql: sql`left join accounts marker on marker.id = ${attendanceMarks.markedBy}`,
    },
    {
      subject,
      name: 'reason',
      sql: sql`left join lateral (select x.reason, x.state from attendance_excuses x
        where x.institution_id = ${attendanceMarks.institutionId} and x.student_id = ${attendanceMarks.studentId}
          and ${attendanceMarks.onDate} between x.starts_on and x.ends_on
        order by x.state = 'accepted' desc, x.id desc limit 1) reason on true`,
    },
  ],
  fields: [
    mark.day('day', 'Day', attendanceMarks.onDate),
    mark.choice('mark', 'Mark', kind.value, kind.more),
    mark.text('own_code', 'Custom code', sql`own_code.label`, { joins: ['own_code'], width: 18 }),
    mark.number('minutes', 'Minutes late', attendanceMarks.minutes, { isSummed: true }),
    mark.text('left_at', 'Left at', leftAt.value, leftAt.more),
    mark.text('remark', 'Remark', attendanceMarks.remark, { width: 30 }),
    lesson.text(
      'register',
      'Register',
      sql`case ${sitting} when 0 then 'Whole day' when 1 then 'Morning' when 2 then 'Afternoon' else 'Period ' || (${sitting} - 10) end`,
      { width: 12 },
    ),
    lesson.text('course', 'Lesson', sql`course.title`, { word: 'course', joins: ['course'], width: 22 }),
    mark.text('marked_by', 'Marked by', sql`marker.name`, { joins: ['marker'], width: 22 }),
    ...studentFields(subject),
    termField(subject, 'school'),
    ...seatFields(subject, 'school', seeingAttendance),
    batchField(subject, 'school', seeingAttendance, { name: sql`seat.name`, id: sql`seat.id` }),
    reason.text('reason', 'Reason', sql`reason.reason`, { width: 30 }),
    reason.choice('reason_state', 'Decision', reasonState.value, { ...reasonState.more, width: 12 }),
  ],
};

const { number } = fieldsIn('student', 'attendance', {
  needs: 'attendance.view',
  joins: ['registered'],
  isConfidential: true,
  width: 12,
});

/** Of each student, what the registers of the current term say. */
const registerReports: ReportParts = {
  joins: [
    {
      subject: 'student',
      name: 'registered',
      sql: sql`left join lateral (
        select a.called, a.attended, a.late, a.absent, a.sick + a.excused + a.suspended as with_reason
        from terms t join attendance_totals a on (a.institution_id, a.term_id) = (t.institution_id, t.id)
        where t.institution_id = ${students.institutionId} and t.is_current and a.student_id = ${students.id}
          and a.offering_id = 0 and a.called > 0
        order by t.starts_on desc, t.id desc limit 1) registered on true`,
    },
  ],
  fields: [
    number('register_present', 'Times present this term', sql`registered.attended`, { isSummed: true }),
    number('register_called', 'Times called this term', sql`registered.called`, { isSummed: true }),
    number('register_absent', 'Times absent without a reason', sql`registered.absent`, { isSummed: true }),
    number('register_away', 'Times sick, excused or suspended', sql`registered.with_reason`, { isSummed: true }),
    number('register_late', 'Times late this term', sql`registered.late`, { isSummed: true }),
    number(
      'register_percent',
      'Attendance this term %',
      sql`trunc(100.0 * registered.attended / nullif(registered.called, 0), 1)`,
    ),
  ],
};

export const attendanceReports: ReportParts = {
  subjects: [...markReports.subjects!, ...termReports.subjects!],
  joins: [...registerReports.joins!, ...markReports.joins!, ...termReports.joins!],
  fields: [...registerReports.fields!, ...markReports.fields!, ...termReports.fields!],
};
