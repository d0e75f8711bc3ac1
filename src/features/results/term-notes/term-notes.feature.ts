import type { Feature } from '#web/feature.ts';
import { bankRoutes } from './bank/bank.routes.ts';
import { noteRoutes } from './notes/notes.routes.ts';
import { termNotePersonalData } from './term-notes.personal-data.ts';
import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { students } from '#features/people/students/students.schema.ts';

const { number, text } = fieldsIn('student', 'attendance', {
  needs: 'marks.view',
  joins: ['attended'],
  isConfidential: true,
  width: 12,
});

/** The attendance of the latest term in which a student's was entered, and how often the school opened for the batch. */
const attendanceReports: ReportParts = {
  joins: [
    {
      subject: 'student',
      name: 'attended',
      sql: sql`left join lateral (
        select n.present, t.name as term, (select o.times_opened
          from enrolments e join mark_sheets s on s.institution_id = e.institution_id and s.batch_id = e.batch_id and s.term_id = t.id
          join sheet_notes o on (o.institution_id, o.sheet_id) = (s.institution_id, s.id)
          where e.institution_id = t.institution_id and e.student_id = ${students.id} and e.session_id = t.session_id
          order by e.from_date desc, e.id desc limit 1) as opened
        from (select w.institution_id, w.term_id, (w.notes ->> 'present')::int as present from term_notes w
          where w.institution_id = ${students.institutionId} and w.student_id = ${students.id}
            and w.notes ->> 'present' ~ '^[0-9]+$') n
        join terms t on (t.institution_id, t.id) = (n.institution_id, n.term_id)
        order by t.starts_on desc, t.id desc limit 1) attended on true`,
    },
  ],
  fields: [
    number('times_present', 'Times present', sql`attended.present`),
    number('times_opened', 'Times school opened', sql`attended.opened`),
    number('attendance', 'Attendance %', sql`round(100.0 * attended.present / nullif(attended.opened, 0), 1)`),
    text('attendance_term', 'Term of the attendance', sql`attended.term`, { width: 16 }),
  ],
};

/** What people add to report cards besides marks: attendance, traits and remarks. */
export const termNoteFeature = {
  name: 'term-notes',
  nouns: { termNotes: 'Report card notes' },
  routes: [noteRoutes, bankRoutes],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: termNotePersonalData,
  reports: attendanceReports,
} satisfies Feature;
