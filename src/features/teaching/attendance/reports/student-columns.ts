import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { fieldsIn, fixedChoice, inView } from '#kernel/contracts/report-fields.ts';
import type { ReportContext, ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { students } from '#features/people/students/students.schema.ts';
import { seenAttendance } from '../record/attendance.tab.ts';

/** Reports are for staff: families see attendance on the record. */
export const seeingAttendance = ['attendance.view', 'attendance.viewOwn'] as const;

/**
 * Rows of students whose attendance the actor can see, by institution. Their ids are an array, found once: joined, they
 * are found again for each mark while the planner does not know how many there are.
 */
export const ofSeenStudents = (
  actor: Actor,
  wanted: number | undefined,
  row: { institutionId: SQLWrapper; studentId: SQLWrapper },
): SQL[] =>
  institutionsInView(actor, wanted, ...seeingAttendance).map(
    (id) => sql`(${row.institutionId} = ${id} and ${row.studentId} = any (array(select students.id from students
      where students.institution_id = ${id} and ${seenAttendance(actor, id)})))`,
  );

export const studentJoin = (subject: string, institutionId: SQLWrapper, studentId: SQLWrapper): ReportJoin => ({
  subject,
  name: 'student',
  sql: sql`join students on (${students.institutionId}, ${students.id}) = (${institutionId}, ${studentId})`,
});

export function studentFields(subject: string): ReportField[] {
  const { text, choice } = fieldsIn(subject, 'student', { joins: ['student'], width: 18 });
  const gender = fixedChoice(students.gender, { female: 'Female', male: 'Male' });
  return [
    text('admission_number', 'Admission number', students.admissionNumber, { width: 14 }),
    text('surname', 'Surname', students.surname),
    text('first_name', 'First name', students.firstName),
    text('middle_name', 'Middle name', students.middleName),
    choice('gender', 'Gender', gender.value, { ...gender.more, width: 8 }),
  ];
}

const termOptions = (context: ReportContext) => sql`select t.id::text as value, y.name || ' ' || t.name as label
  from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  where ${inView(sql`t.institution_id`, context, seeingAttendance)} order by t.starts_on desc, t.id`;

/** The term of rows with a join `term`. */
export const termField = (subject: string, group: string): ReportField =>
  fieldsIn(subject, group).choice('term', 'Term', sql`term_session.name || ' ' || term.name`, {
    joins: ['term_session'],
    code: sql`term.id`,
    isId: true,
    options: termOptions,
    width: 22,
    order: { by: sql`term.starts_on::text || ' ' || term.id`, as: 'text' },
  });

export const termJoins = (subject: string, on: SQL, ...after: string[]): ReportJoin[] => [
  { subject, name: 'term', after, sql: sql`join terms term on ${on}` },
  {
    subject,
    name: 'term_session',
    after: ['term'],
    sql: sql`join academic_sessions term_session
      on (term_session.institution_id, term_session.id) = (term.institution_id, term.session_id)`,
  },
];
