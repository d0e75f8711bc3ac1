import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { batchesWord, batchWord, wordFor } from './batch-word.ts';
import { refuseInUse } from './in-use.ts';
import { lockClass } from './lock-rows.ts';
import { classes } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

/** Removes a class that never had a batch and that no other class leads to. */
export async function deleteClass(tx: Tx, actor: Actor, classId: number): Promise<string> {
  const { institutionId, id, name } = await lockClass(tx, actor, classId);
  await refuseInUse(
    tx,
    name,
    [
      {
        one: batchWord(actor, institutionId),
        many: batchesWord(actor, institutionId),
        count: sql`select count(*) from batches where institution_id = ${institutionId} and class_id = ${id}`,
      },
    ],
    `What happened in it must stay: keep the ${wordFor(actor, institutionId, 'class')}.`,
  );
  const [before] = await tx
    .select({ name: classes.name })
    .from(classes)
    .where(and(eq(classes.institutionId, institutionId), eq(classes.nextClassId, id)));
  if (before)
    throw new Refused(
      'form',
      `${before.name} leads to ${name} on promotion. Choose another ${wordFor(actor, institutionId, 'class')} there first.`,
    );
  await tx.delete(classes).where(and(eq(classes.institutionId, institutionId), eq(classes.id, id)));
  await recordAct(
    tx,
    actor,
    'structure.deleteClass',
    { institutionId, type: 'class', id, name },
    `deleted the class ${name}`,
  );
  return name;
}
