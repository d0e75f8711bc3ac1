import { and, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** The student's row, locked, or NotFound for whom the actor may not see. */
export async function lockStudent(tx: Tx, actor: Actor, studentId: number) {
  const [row] = await lockStudents(tx, actor, [studentId]);
  return row!;
}

/** Several, in the order of their ids, so that two who lock the same never wait for each other; NotFound unless all. */
export async function lockStudents(tx: Tx, actor: Actor, studentIds: number[]) {
  const rows = await tx
    .select()
    .from(students)
    .where(and(visibleTo(actor, students), inArray(students.id, studentIds)))
    .orderBy(students.id)
    .for('no key update');
  if (rows.length !== studentIds.length || rows.length === 0) throw new NotFound('student');
  return rows;
}
