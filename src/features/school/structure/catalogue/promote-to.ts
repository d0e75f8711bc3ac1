import { and, asc, desc, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { recordAction } from '../record-change.ts';
import { classes } from '../structure.schema.ts';

interface Link {
  institutionId: number;
  from: number;
  to: number;
}

/** Makes a final class promote to another one. A class that promotes to one already is left as it is. */
export async function promoteTo(tx: Tx, actor: Actor, { institutionId, from, to }: Link): Promise<void> {
  // All of them in order, as by everybody who changes promotion: two links at once could form a circle.
  const all = await tx
    .select({ id: classes.id, name: classes.name, next: classes.nextClassId })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.id))
    .for('no key update');
  const byId = new Map(all.map((level) => [level.id, level]));
  const [before, after] = [byId.get(from), byId.get(to)];
  if (!before || !after || before.next !== null) return;
  for (let at: typeof after | undefined = after, steps = 0; at && steps <= all.length; steps++) {
    if (at.id === from) return;
    at = at.next === null ? undefined : byId.get(at.next);
  }
  await tx
    .update(classes)
    .set({ nextClassId: to })
    .where(and(eq(classes.institutionId, institutionId), eq(classes.id, from)));
  await recordAction(
    tx,
    actor,
    'structure.editClass',
    { institutionId, type: 'class', id: from, name: before.name },
    `made ${before.name} promote to ${after.name}`,
    { changes: { nextClassId: { from: null, to } } },
  );
}

/** The last class of each program, if nobody is promoted from it. */
export async function finalClasses(db: Db, institutionId: number) {
  const last = await db
    .selectDistinctOn([classes.programId], {
      id: classes.id,
      programId: classes.programId,
      name: classes.name,
      next: classes.nextClassId,
    })
    .from(classes)
    .where(eq(classes.institutionId, institutionId))
    .orderBy(asc(classes.programId), desc(classes.position), desc(classes.id));
  return last.filter(({ next }) => next === null).map(({ next: _, ...level }) => level);
}
