import { and, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { cachedQuery } from '#kernel/database/cached-query.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

export type MovingStudent = Awaited<ReturnType<typeof lockStudents>>[number];

/** Locks the student's row; NotFound if the actor can't see the student. */
export async function lockStudent(tx: Tx, actor: Actor, studentId: number) {
  const [row] = await lockStudents(tx, actor, [studentId]);
  return row!;
}

const locked = cachedQuery((db, actor, { isOne }: { isOne: boolean }) => {
  const ids = sql.placeholder('ids');
  return db
    .select()
    .from(students)
    .where(and(visibleTo(actor, students), isOne ? sql`${students.id} = ${ids}` : sql`${students.id} = any (${ids})`))
    .orderBy(students.id)
    .for('no key update');
});

/** Locks several students in the order of their ids to prevent deadlocks; NotFound unless all are visible. */
export async function lockStudents(tx: Tx, actor: Actor, studentIds: number[]) {
  const rows = await (studentIds.length === 1
    ? locked(tx, actor, { isOne: true }, { ids: studentIds[0] })
    : locked(tx, actor, { isOne: false }, { ids: studentIds }));
  if (rows.length !== studentIds.length || rows.length === 0) throw new NotFound('student');
  return rows;
}
