import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockCourse } from '../lock-rows.ts';
import { courses } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Retires or restores a course. A retired course can't be added to batches; existing offerings stay. */
export async function retireCourse(tx: Tx, actor: Actor, courseId: number, isRetired: boolean): Promise<string> {
  const { institutionId, id, code, title, retiredAt } = await lockCourse(tx, actor, courseId);
  if (Boolean(retiredAt) === isRetired) return title;
  await tx
    .update(courses)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(and(eq(courses.institutionId, institutionId), eq(courses.id, id)));
  const [action, verb] = isRetired ? ['retireCourse', 'archived'] : ['restoreCourse', 'restored'];
  await recordAction(
    tx,
    actor,
    `structure.${action}`,
    { institutionId, type: 'course', id, name: code },
    `${verb} ${code} ${title}`,
    {
      from: isRetired ? 'offered' : 'archived',
      to: isRetired ? 'archived' : 'offered',
    },
  );
  return title;
}
