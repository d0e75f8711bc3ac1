import { and, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Locks the student's row; NotFound if the actor can't see the student. */
export async function lockStudent(tx: Tx, actor: Actor, studentId: number) {
  const [row] = await lockStudents(tx, actor, [studentId]);
  return row!;
}

/** Locks several students in the order of their ids to prevent deadlocks; NotFound unless all are visible. */
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
