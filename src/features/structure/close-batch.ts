import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockBatchOfOpenSession } from './lock-rows.ts';
import { batches } from './structure.schema.ts';
import { tellTeachers, untellTeachers } from './tell-teachers.ts';
import { recordAct } from './write-down.ts';

/** A closed batch takes no further student; who is in it stays. Reopening takes that back. */
export async function closeBatch(tx: Tx, actor: Actor, batchId: number, isClosed: boolean): Promise<string> {
  const { institutionId, id, name, closedAt } = await lockBatchOfOpenSession(tx, actor, batchId);
  if (Boolean(closedAt) === isClosed) return name;
  await tx
    .update(batches)
    .set({ closedAt: isClosed ? sql`now()` : null })
    .where(and(eq(batches.institutionId, institutionId), eq(batches.id, id)));
  const [act, done] = isClosed ? ['closeBatch', 'closed'] : ['reopenBatch', 'reopened'];
  await recordAct(tx, actor, `structure.${act}`, { institutionId, type: 'batch', id, name }, `${done} ${name}`, {
    from: isClosed ? 'open' : 'closed',
    to: isClosed ? 'closed' : 'open',
  });
  const about = { institutionId, batchId: id, kind: `structure.${act}`, subject: `closing of batch:${id}` };
  if (isClosed) await tellTeachers(tx, actor, { ...about, title: `${name} is closed: nobody else joins it` });
  else await untellTeachers(tx, actor, { ...about, title: `${name} is open again` });
  return name;
}
