import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { armTaken, checkBatch, writeTeachers, type BatchFields } from './batch-fields.ts';
import { lockOpenSession } from '../lock-rows.ts';
import { batches } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Adds a batch: a class arm in a session. The session determines the institution. */
export async function createBatch(tx: Tx, actor: Actor, { teacherIds, ...input }: BatchFields): Promise<number> {
  const { institutionId } = await lockOpenSession(tx, actor, input.sessionId);
  await checkBatch(tx, actor, institutionId, input);
  const [row] = await refuseDuplicate(
    tx
      .insert(batches)
      .values({ institutionId, ...input })
      .returning({ id: batches.id }),
    armTaken(actor, institutionId, input),
  );
  await writeTeachers(tx, institutionId, row!.id, teacherIds);
  const subject = { institutionId, type: 'batch', id: row!.id, name: input.name } as const;
  await recordAction(tx, actor, 'structure.createBatch', subject, `added ${input.name}`, { ...input, teacherIds });
  return row!.id;
}
