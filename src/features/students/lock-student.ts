import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** The student's row, locked, or NotFound for whom the actor may not see. */
export async function lockStudent(tx: Tx, actor: Actor, studentId: number) {
  const [row] = await tx
    .select()
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .for('update');
  if (!row) throw new NotFound('student');
  return row;
}
