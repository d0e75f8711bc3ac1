import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { wordFor } from './batch-word.ts';
import { refuseInUse } from './in-use.ts';
import { lockBatchOfOpenSession } from './lock-rows.ts';
import { batches } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

/** Removes a batch that was never used. */
export async function deleteBatch(tx: Tx, actor: Actor, batchId: number): Promise<string> {
  const { institutionId, id, name } = await lockBatchOfOpenSession(tx, actor, batchId);
  const of = (table: string) =>
    sql`select count(*) from ${sql.identifier(table)} where institution_id = ${institutionId} and batch_id = ${id}`;
  await refuseInUse(
    tx,
    name,
    [
      { one: 'student', count: of('students') },
      { one: `${wordFor(actor, institutionId, 'course')} offering`, count: of('course_offerings') },
    ],
    'Close it instead.',
  );
  // Nobody is in it now, but somebody was: that stays written in his enrolments.
  await refuseInUse(
    tx,
    name,
    [
      { one: 'past enrolment', count: of('enrolments') },
      { one: 'past assignment', count: of('batch_assignments') },
    ],
    'Close it instead.',
  );
  await tx.delete(batches).where(and(eq(batches.institutionId, institutionId), eq(batches.id, id)));
  await recordAct(tx, actor, 'structure.deleteBatch', { institutionId, type: 'batch', id, name }, `deleted ${name}`);
  return name;
}
