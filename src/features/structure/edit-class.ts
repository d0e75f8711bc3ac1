import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { checkClass, classTaken, type ClassFields } from './class-fields.ts';
import { lockClass } from './lock-rows.ts';
import { classes } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

/** Changes a class, its program and the class that follows it. */
export async function editClass(
  tx: Tx,
  actor: Actor,
  classId: number,
  input: z.infer<typeof ClassFields>,
): Promise<void> {
  const before = await lockClass(tx, actor, classId);
  const { institutionId } = before;
  await checkClass(tx, institutionId, input, classId);
  await refuseDuplicate(
    tx
      .update(classes)
      .set(input)
      .where(and(eq(classes.institutionId, institutionId), eq(classes.id, classId))),
    classTaken(input.name),
  );
  await recordEdit(
    tx,
    actor,
    'structure.editClass',
    { institutionId, type: 'class', id: classId, name: input.name },
    before,
    input,
  );
}
