import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate, Refused } from '#kernel/errors.ts';
import { armTaken, BatchFields, checkBatch, writeTeachers } from './batch-fields.ts';
import { countSeated } from './count-seated.ts';
import { lockBatchOfOpenSession } from './lock-rows.ts';
import { batches, batchTeachers } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

export const EditBatch = edits(BatchFields);

/** Changes a batch. Its session stays: students have been there. */
export async function editBatch(tx: Tx, actor: Actor, batchId: number, sent: z.infer<typeof EditBatch>): Promise<void> {
  const before = await lockBatchOfOpenSession(tx, actor, batchId);
  const { institutionId, sessionId } = before;
  const merged = await mergeEdit(tx, actor, {
    fields: EditBatch,
    sent: { ...sent, sessionId },
    current: { ...before, teacherIds: await teachersOf(tx, institutionId, batchId) },
    subject: { institutionId, type: 'batch', id: batchId },
    sets: ['teacherIds'],
  });
  const { teacherIds, sessionId: _, ...input } = merged.input;
  await checkBatch(tx, actor, institutionId, { ...input, sessionId }, batchId);
  const seated = await countSeated(tx, institutionId, batchId);
  if (input.capacity < seated)
    throw new Refused('capacity', `${before.name} has ${seated} students, so it needs at least ${seated} places.`);
  if (seated && input.classId !== before.classId)
    throw new Refused('classId', `${before.name} has ${seated} students. Move them first, or make another one.`);
  await refuseDuplicate(
    tx
      .update(batches)
      .set(input)
      .where(and(eq(batches.institutionId, institutionId), eq(batches.id, batchId))),
    armTaken(actor, institutionId, input),
  );
  const teachersBefore = await writeTeachers(tx, institutionId, batchId, teacherIds);
  const subject = { institutionId, type: 'batch', id: batchId, name: input.name } as const;
  const sorted = [...new Set(teacherIds)].sort((one, other) => one - other);
  await recordEdit(
    tx,
    actor,
    'structure.editBatch',
    subject,
    { ...before, teacherIds: teachersBefore },
    { ...input, teacherIds: sorted },
  );
}

const teachersOf = async (tx: Tx, institutionId: number, batchId: number) =>
  (
    await tx
      .select({ id: batchTeachers.employeeId })
      .from(batchTeachers)
      .where(and(eq(batchTeachers.institutionId, institutionId), eq(batchTeachers.batchId, batchId)))
      .orderBy(asc(batchTeachers.employeeId))
  ).map(({ id }) => id);
