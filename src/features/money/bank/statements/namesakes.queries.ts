import { and, asc, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { LineDetails } from './bank.queries.ts';
import { lines, pieces } from './narration-pieces.ts';
import { admissions, studentHits } from './student-hits.ts';

/** Those who fit a line equally well, when it is weakly proposed without one of them. */
export async function namesakesOf(db: Db, actor: Actor, line: LineDetails): Promise<Namesake[]> {
  if (line.strength !== 'weak' || line.studentId !== null || line.paymentId !== null) return [];
  const { institutionId, statementId, id } = line;
  const fit = sql`(with ${lines(institutionId, statementId, id)}, ${admissions(institutionId)}, ${pieces},
    ${studentHits(institutionId)} select student_id from best_fit)`;
  return db
    .select({
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      admissionNumber: students.admissionNumber,
      batch: students.batchName,
      owed: sql<number>`coalesce((select b.owed from student_balances b
        where (b.institution_id, b.student_id) = (${withTable(students.institutionId)}, ${withTable(students.id)})), 0)`.mapWith(
        Number,
      ),
    })
    .from(students)
    .where(and(visibleTo(actor, students, institutionId), sql`${students.id} in ${fit}`))
    .orderBy(asc(students.sortName), asc(students.id))
    .limit(most);
}

/** More people of one name and class than a page of them helps. */
const most = 20;

export interface Namesake {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  batch: string | null;
  owed: number;
}
