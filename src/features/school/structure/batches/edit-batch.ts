import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { armTaken, BatchFields, checkBatch, writeTeachers } from './batch-fields.ts';
import { countSeated } from './count-seated.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { batches, batchTeachers } from '../structure.schema.ts';

export const EditBatch = edits(BatchFields);

/** Edits a batch. Its session can't be changed, because of its students' history. */
export const editBatch = editRecord({
  action: 'structure.editBatch',
  type: 'batch',
  table: batches,
  may: 'structure.edit',
  fields: EditBatch,
  lock: lockBatchWithTeachers,
  sets: ['teacherIds'],
  read: ({ before, input }) => ({
    ...input,
    sessionId: before.sessionId,
    teacherIds: [...new Set(input.teacherIds)].toSorted((first, other) => first - other),
  }),
  async check({ tx, actor, before, values }) {
    const { institutionId, name, id } = before;
    await checkBatch(tx, actor, institutionId, values, id);
    const seated = await countSeated(tx, institutionId, id);
    if (values.capacity < seated)
      throw new ValidationError('capacity', `${name} has ${seated} students, so it needs at least ${seated} seats.`);
    if (seated && values.classId !== before.classId)
      throw new ValidationError('classId', `${name} has ${seated} students. Move them first, or add a new one.`);
  },
  taken: ({ actor, before, values }) => armTaken(actor, before.institutionId, values),
  alsoWrite: ({ tx, before, values }) => writeTeachers(tx, before.institutionId, before.id, values.teacherIds),
  nameOf: ({ values }) => values.name,
});

async function lockBatchWithTeachers(tx: Tx, actor: Actor, batchId: number) {
  const batch = await lockBatchOfOpenSession(tx, actor, batchId);
  const teachers = await tx
    .select({ id: batchTeachers.employeeId })
    .from(batchTeachers)
    .where(and(eq(batchTeachers.institutionId, batch.institutionId), eq(batchTeachers.batchId, batchId)))
    .orderBy(asc(batchTeachers.employeeId));
  return { ...batch, teacherIds: teachers.map(({ id }) => id) };
}
