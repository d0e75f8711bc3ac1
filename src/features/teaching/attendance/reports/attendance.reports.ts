import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { markReports } from './marks.reports.ts';
import { termReports } from './terms.reports.ts';
import { students } from '#features/people/students/students.schema.ts';

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
