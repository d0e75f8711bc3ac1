import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockClass } from '../lock-rows.ts';
import { classes } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

export const MoveClass = z.object({ direction: z.enum(['up', 'down']) });

/** Moves a class up or down by one in its program; does nothing at either end. */
export async function moveClass(
  tx: Tx,
  actor: Actor,
  classId: number,
  { direction }: z.infer<typeof MoveClass>,
): Promise<void> {
  const { institutionId, programId, name } = await lockClass(tx, actor, classId);
  const order = await tx
    .select({ id: classes.id, position: classes.position })
    .from(classes)
    .where(and(eq(classes.institutionId, institutionId), eq(classes.programId, programId)))
    .orderBy(asc(classes.position), asc(classes.id));
  const from = order.findIndex((level) => level.id === classId);
  const to = from + (direction === 'up' ? -1 : 1);
  if (to < 0 || to >= order.length) return;
  order.splice(to, 0, ...order.splice(from, 1));
  for (const [at, level] of order.entries()) {
    if (level.position === at + 1) continue;
    await tx
      .update(classes)
      .set({ position: at + 1 })
      .where(and(eq(classes.institutionId, institutionId), eq(classes.id, level.id)));
  }
  await recordAction(
    tx,
    actor,
    'structure.moveClass',
    { institutionId, type: 'class', id: classId, name },
    `moved ${name} ${direction}`,
    { from: from + 1, to: to + 1 },
  );
}
