import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { batches } from '../structure.schema.ts';
import { notifyClassTeachers, retractTeacherNotice } from './notify-class-teachers.ts';
import { recordAction } from '../record-change.ts';

/** Closes or reopens a batch. A closed batch accepts no more students; its students stay. */
export async function closeBatch(tx: Tx, actor: Actor, batchId: number, isClosed: boolean): Promise<string> {
  const { institutionId, id, name, closedAt } = await lockBatchOfOpenSession(tx, actor, batchId);
  if (Boolean(closedAt) === isClosed) return name;
  await tx
    .update(batches)
    .set({ closedAt: isClosed ? sql`now()` : null })
    .where(and(eq(batches.institutionId, institutionId), eq(batches.id, id)));
  const [action, verb] = isClosed ? ['closeBatch', 'closed'] : ['reopenBatch', 'reopened'];
  await recordAction(tx, actor, `structure.${action}`, { institutionId, type: 'batch', id, name }, `${verb} ${name}`, {
    from: isClosed ? 'open' : 'closed',
    to: isClosed ? 'closed' : 'open',
  });
  const about = { institutionId, batchId: id, kind: `structure.${action}`, subject: `closing of batch:${id}` };
  if (isClosed)
    await notifyClassTeachers(tx, actor, { ...about, title: `${name} was closed and no longer accepts students` });
  else await retractTeacherNotice(tx, actor, { ...about, title: `${name} was reopened` });
  return name;
}
