import { and, asc, inArray } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today, type Day } from '#kernel/dates.ts';
import { type Db, type Tx, hasKey, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { batchTerm } from './batch-term.ts';
import { academicSessions, batches } from '../structure.schema.ts';

export type LockedRow = Awaited<ReturnType<typeof lockBatches>>[number];

export interface LockedBatch extends LockedRow {
  /** What the institution calls it: 'class arm'. */
  word: string;
  /** Today where the institution is. */
  today: Day;
}

/** The batch, its row locked against others who fill or close it. NotFound outside the actor's institutions. */
export async function lockBatch(tx: Tx, actor: Actor, batchId: number): Promise<LockedBatch> {
  const institutionIds = actor.institutions.map(({ id }) => id);
  const [batch] = await lockBatches(tx, institutionIds, [batchId]);
  if (!batch) throw new NotFound('batch');
  const { institutionId } = batch;
  return {
    ...batch,
    word: batchTerm(actor, institutionId),
    today: today(membershipIn(actor, institutionId)!.timeZone),
  };
}

/** Several, in the order of their ids, so that two who lock the same never wait for each other. */
export async function lockBatches(db: Db, institutionIds: number[], batchIds: number[]) {
  if (batchIds.length === 0) return [];
  const rows = await db
    .select({
      ...pick(batches, 'institutionId', 'id', 'name', 'capacity', 'sessionId'),
      session: academicSessions.name,
      closedAt: batches.closedAt,
      sessionClosedAt: academicSessions.closedAt,
      isInCurrentSession: academicSessions.isCurrent,
    })
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(and(inArray(batches.institutionId, institutionIds), inArray(batches.id, batchIds)))
    .orderBy(asc(batches.id))
    .for('no key update', { of: batches });
  return rows.map(({ closedAt, sessionClosedAt, ...batch }) => ({
    ...batch,
    isClosed: closedAt !== null || sessionClosedAt !== null,
  }));
}
