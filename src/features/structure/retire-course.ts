import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockCourse } from './lock-rows.ts';
import { courses } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

/** A retired course can be offered to no further batch; where it was taught it stays. Restoring takes that back. */
export async function retireCourse(tx: Tx, actor: Actor, courseId: number, isRetired: boolean): Promise<string> {
  const { institutionId, id, code, title, retiredAt } = await lockCourse(tx, actor, courseId);
  if (Boolean(retiredAt) === isRetired) return title;
  await tx
    .update(courses)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(and(eq(courses.institutionId, institutionId), eq(courses.id, id)));
  const [act, done] = isRetired ? ['retireCourse', 'retired'] : ['restoreCourse', 'restored'];
  await recordAct(
    tx,
    actor,
    `structure.${act}`,
    { institutionId, type: 'course', id, name: code },
    `${done} ${code} ${title}`,
    {
      from: isRetired ? 'offered' : 'retired',
      to: isRetired ? 'retired' : 'offered',
    },
  );
  return title;
}
