import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { siblingsIn } from './family-dues.queries.ts';

/** Locks the children of one family by id. Refuses children of several families or institutions. */
export async function lockFamily(tx: Tx, actor: Actor, headId: number, otherIds: number[]) {
  const ids = [...new Set([headId, ...otherIds])];
  const children = await lockStudents(tx, actor, ids);
  const head = children.find(({ id }) => id === headId)!;
  if (children.some(({ institutionId }) => institutionId !== head.institutionId)) throw new NotFound('student');
  if (ids.length > 1) {
    const rows = await query<{ id: number }>(
      tx,
      render(sql`select s.student_id as id from (${siblingsIn([head.institutionId], headId)}) s`),
    );
    const siblings = new Set(rows.map(({ id }) => Number(id)));
    const stranger = children.find(({ id }) => id !== headId && !siblings.has(id));
    if (stranger)
      throw new ValidationError(
        'shares',
        `${stranger.firstName} ${stranger.surname} isn’t a sibling of ${head.firstName} ${head.surname}. Take two payments.`,
      );
  }
  return { head, children, institutionId: head.institutionId };
}
