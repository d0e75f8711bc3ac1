import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { batchesWord, batchWord, wordFor } from '../batches/batch-word.ts';
import { refuseInUse } from '../in-use.ts';
import { lockClass } from '../lock-rows.ts';
import { classes } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Deletes a class that never had a batch and that no other class promotes to. */
export async function deleteClass(tx: Tx, actor: Actor, classId: number): Promise<string> {
  const { institutionId, id, name } = await lockClass(tx, actor, classId);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: batchWord(actor, institutionId),
        plural: batchesWord(actor, institutionId),
        count: sql`select count(*) from batches where institution_id = ${institutionId} and class_id = ${id}`,
      },
    ],
    `Its history must be kept, so the ${wordFor(actor, institutionId, 'class')} can’t be deleted.`,
  );
  const [before] = await tx
    .select({ name: classes.name })
    .from(classes)
    .where(and(eq(classes.institutionId, institutionId), eq(classes.nextClassId, id)));
  if (before)
    throw new ValidationError(
      'form',
      `${before.name} promotes to ${name}. Choose a different ${wordFor(actor, institutionId, 'class')} there first.`,
    );
  await tx.delete(classes).where(and(eq(classes.institutionId, institutionId), eq(classes.id, id)));
  await recordAction(
    tx,
    actor,
    'structure.deleteClass',
    { institutionId, type: 'class', id, name },
    `deleted the class ${name}`,
  );
  return name;
}
