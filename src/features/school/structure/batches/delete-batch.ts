import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { wordFor } from './batch-word.ts';
import { refuseInUse } from '../in-use.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { batches } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Deletes a batch that was never used. */
export async function deleteBatch(tx: Tx, actor: Actor, batchId: number): Promise<string> {
  const { institutionId, id, name } = await lockBatchOfOpenSession(tx, actor, batchId);
  const of = (table: string) =>
    sql`select count(*) from ${sql.identifier(table)} where institution_id = ${institutionId} and batch_id = ${id}`;
  await refuseInUse(
    tx,
    name,
    [
      { singular: 'student', count: of('students') },
      { singular: `${wordFor(actor, institutionId, 'course')} offering`, count: of('course_offerings') },
    ],
    'Close it instead.',
  );
  // Past students' enrolments refer to it.
  await refuseInUse(
    tx,
    name,
    [
      { singular: 'past enrolment', count: of('enrolments') },
      { singular: 'past assignment', count: of('batch_assignments') },
    ],
    'Close it instead.',
  );
  await tx.delete(batches).where(and(eq(batches.institutionId, institutionId), eq(batches.id, id)));
  await recordAction(tx, actor, 'structure.deleteBatch', { institutionId, type: 'batch', id, name }, `deleted ${name}`);
  return name;
}
