import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { checkClass, ClassFields, classTaken } from './class-fields.ts';
import { lockClass } from './lock-rows.ts';
import { classes } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

export const EditClass = edits(ClassFields);

/** Changes a class, its program and the class that follows it. */
export async function editClass(tx: Tx, actor: Actor, classId: number, sent: z.infer<typeof EditClass>): Promise<void> {
  const before = await lockClass(tx, actor, classId);
  const { institutionId } = before;
  const subject = { institutionId, type: 'class', id: classId } as const;
  const { input } = await mergeEdit(tx, actor, { fields: EditClass, sent, current: before, subject });
  await checkClass(tx, actor, institutionId, input, classId);
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return;
  await refuseDuplicate(
    tx
      .update(classes)
      .set(differing(input, changes))
      .where(and(eq(classes.institutionId, institutionId), eq(classes.id, classId))),
    classTaken(actor, institutionId, input.name),
  );
  await recordEdit(tx, actor, 'structure.editClass', { ...subject, name: input.name }, before, input);
}
