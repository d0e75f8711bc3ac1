import { sql } from 'drizzle-orm';
import { fieldsIn, latestOf } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { batchField, seatFields, seatJoins } from '#features/school/structure/structure-in-view.ts';
import { attendanceTotals as totals } from '../attendance.schema.ts';
import {
  ofSeenStudents,
  seeingAttendance,
  studentFields,
  studentJoin,
  termField,
  termJoins,
} from './student-columns.ts';

const subject = 'attendance_term';
const { number } = fieldsIn(subject, 'attendance', { isSummed: true, width: 12 });

/** How often each student was called and was there, by term: also of terms that have passed, and by lesson. */
export const termReports: ReportParts = {
  subjects: [
    {
      name: subject,
      label: 'Attendance by term',
      one: 'term of a student',
      many: 'terms of students',
      place: 17,
      ...latestOf(totals, seeingAttendance),
      rowName: sql`'Attendance'`,
      order: totals.termId,
      href: null,
      exporting: 'attendance.view',
      visible: (actor, wanted) =>
        ofSeenStudents(actor, wanted, totals).map((seen) => sql`(${seen} and ${totals.called} > 0)`),
      groups: { attendance: 'Attendance', student: 'Student', school: 'School' },
      usual: ['term', 'admission_number', 'surname', 'first_name', 'called', 'attended', 'absent', 'percent'],
    },
  ],
  joins: [
    studentJoin(subject, totals.institutionId, totals.studentId),
    ...termJoins(subject, sql`(term.institution_id, term.id) = (${totals.institutionId}, ${totals.termId})`),
    {
      subject,
      name: 'enrolled',
      after: ['term'],
      // The class in that session.
      sql: sql`left join lateral (select e.institution_id, e.batch_id from enrolments e
        where e.institution_id = ${totals.institutionId} and e.student_id = ${totals.studentId}
          and e.session_id = term.session_id and e.from_date <= term.ends_on
        order by e.from_date desc, e.id desc limit 1) enrolled on true`,
    },
    ...seatJoins(subject, { institutionId: totals.institutionId, batchId: sql`enrolled.batch_id` }, 'enrolled'),
    {
      subject,
      name: 'course',
      sql: sql`left join course_offerings offering on (offering.institution_id, offering.id) = (${totals.institutionId}, ${totals.offeringId})
        left join courses course on (course.institution_id, course.id) = (offering.institution_id, offering.course_id)`,
    },
  ],
  fields: [
    number('called', 'Times called', totals.called),
    number('attended', 'Times present', totals.attended),
    number('absent', 'Absent without a reason', totals.absent),
    number('late', 'Times late', totals.late),
    number('sick', 'Times sick', totals.sick),
    number('excused', 'Times excused', totals.excused),
    number('suspended', 'Times suspended', totals.suspended),
    number('percent', 'Attendance %', sql`trunc(100.0 * ${totals.attended} / nullif(${totals.called}, 0), 1)`, {
      isSummed: undefined,
    }),
    fieldsIn(subject, 'attendance').text('course', 'Lesson', sql`course.title`, {
      word: 'course',
      joins: ['course'],
      width: 22,
    }),
    ...studentFields(subject),
    termField(subject, 'school'),
    ...seatFields(subject, 'school', seeingAttendance),
    batchField(subject, 'school', seeingAttendance, { name: sql`seat.name`, id: sql`seat.id` }),
  ],
};
