import { sql } from 'drizzle-orm';
import { fieldsIn, inView } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportParts } from '#kernel/contracts/report.ts';
import { students } from '#features/people/students/students.schema.ts';

const { choice, number, text } = fieldsIn('student', 'results', {
  needs: 'results.view',
  joins: ['summary'],
  isConfidential: true,
  width: 10,
});

/** A figure is compared as it is shown, and sorted by its exact value. */
const exact = (column: 'average' | 'cumulative' | 'cgpa') => ({
  order: { by: sql.raw(`coalesce(summary.${column}_exact, summary.${column})`), as: 'number' as const },
});

const designations = (context: ReportContext) => sql`select r.designation as value, r.designation as label
  from result_summaries r where ${inView(sql`r.institution_id`, context, ['results.view'])} and r.designation is not null
  group by r.designation order by min(r.designation_order), r.designation`;

/** Where students stand by their latest published results. */
export const resultReports: ReportParts = {
  joins: [
    {
      subject: 'student',
      name: 'summary',
      sql: sql`left join result_summaries summary
        on (summary.institution_id, summary.student_id) = (${students.institutionId}, ${students.id})`,
    },
  ],
  fields: [
    number('cgpa', 'CGPA', sql`summary.cgpa`, exact('cgpa')),
    number('gpa', 'GPA', sql`summary.gpa`),
    number('average', 'Average', sql`summary.average`, exact('average')),
    number('cumulative', 'Cumulative average', sql`summary.cumulative`, exact('cumulative')),
    number('position', 'Position', sql`summary.position`),
    number('class_size', 'Number in class', sql`summary.position_of`),
    choice('class_designation', 'Class designation', sql`summary.designation`, {
      options: designations,
      width: 18,
      order: { by: sql`coalesce(summary.designation_order, 0)`, as: 'number' },
    }),
    text('result_term', 'Term of the result', sql`summary.session || ' ' || summary.term`, { width: 20 }),
  ],
};
