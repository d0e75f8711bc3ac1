import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { holdOn } from '#features/money/holds/held/held-students.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { textName } from '#ui/format.ts';
import { candidateFigures } from '../graduation/candidates.queries.ts';

export interface PaperForm {
  studentId: number;
  name: string;
  number: string;
  terms: number;
  isWithheld: boolean;
  /** Why no statement of result can be issued; empty if one can. */
  lacks: string[];
  completedOn: string | null;
}

/** What somebody who issues a paper needs to know of the student. For a snapshot. */
export async function paperForm(db: Db, actor: Actor, studentId: number): Promise<PaperForm> {
  const [student] = await db
    .select({
      institutionId: students.institutionId,
      number: students.admissionNumber,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      graduatedOn: sql<string | null>`(select max(e.to_date)::text from enrolments e
        where (e.institution_id, e.student_id) = (students.institution_id, students.id) and e.outcome = 'graduated')`,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)));
  if (!student) throw new NotFound('student');
  const { institutionId, number, graduatedOn } = student;
  allow(actor, 'transcripts.issue', institutionId);
  const { figures, readiness } = (await candidateFigures(db, institutionId, [studentId])).get(studentId)!;
  return {
    studentId,
    name: textName(student),
    number,
    terms: figures.terms.length,
    lacks: readiness.reasons,
    isWithheld: (await holdOn(db, institutionId, studentId, 'transcript')) !== null,
    completedOn: graduatedOn,
  };
}
