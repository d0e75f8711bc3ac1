import { and, eq, isNull } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { holdOfStudent } from '#features/money/holds/held/held-students.ts';
import { maySeeResults } from '#features/results/results/publication/published.queries.ts';
import { programRules } from '#features/results/results/record/program-rules.queries.ts';
import { recordFigures } from '#features/results/results/record/record-figures.ts';
import { studentRecords } from '#features/results/results/record/student-records.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { transcriptOf } from '../papers/content-of.ts';

/** A student's record as a transcript would say it today. Not for the family while a hold withholds it. */
export async function unofficialOf(db: Db, actor: Actor, studentId: number) {
  const [student] = await db
    .select({
      institutionId: students.institutionId,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      gender: students.gender,
      birthDate: students.birthDate,
      admissionNumber: students.admissionNumber,
      admissionDate: students.admissionDate,
    })
    .from(students)
    .where(and(seenWith(actor, maySeeResults), isNull(students.mergedIntoId), eq(students.id, studentId)));
  if (!student) throw new NotFound('student');
  const { institutionId, admissionNumber, admissionDate, ...names } = student;
  const isStaff = can(actor, 'results.view', institutionId);
  // A hold on report cards would mean nothing if their figures could be read here.
  const hold = isStaff ? null : await holdOfStudent(db, institutionId, studentId);
  if (hold?.remaining.some((one) => one === 'transcript' || one === 'report_card'))
    throw new Conflict('The transcript is withheld because fees are unpaid. “Fees” shows how much to pay.');
  const records = (await studentRecords(db, { institutionId, studentIds: [studentId] })).get(studentId)!;
  if (records.length === 0) throw new Conflict('No results are published yet, so there is nothing to print.');
  const rule = (await programRules(db, institutionId, [studentId])).get(studentId)!;
  const holder = { studentId, admissionNumber, admissionDate };
  return { institutionId, names, content: transcriptOf(recordFigures(records, rule), rule, holder) };
}
