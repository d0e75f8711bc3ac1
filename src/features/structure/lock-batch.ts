import { and, eq, inArray } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today, type Day } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { batchWord } from './batch-word.ts';
import { academicSessions, batches } from './structure.schema.ts';

export interface LockedBatch {
  institutionId: number;
  id: number;
  name: string;
  capacity: number;
  sessionId: number;
  session: string;
  isClosed: boolean;
  isInCurrentSession: boolean;
  /** The institution's term for a batch: 'class arm'. */
  word: string;
  /** Today in the institution's time zone. */
  today: Day;
}

/** Locks and returns the batch, against concurrent assigning or closing. NotFound outside the actor's institutions. */
export async function lockBatch(tx: Tx, actor: Actor, batchId: number): Promise<LockedBatch> {
  const [row] = await tx
    .select({
      institutionId: batches.institutionId,
      id: batches.id,
      name: batches.name,
      capacity: batches.capacity,
      sessionId: batches.sessionId,
      session: academicSessions.name,
      closedAt: batches.closedAt,
      sessionClosedAt: academicSessions.closedAt,
      isCurrent: academicSessions.isCurrent,
    })
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(
      and(
        inArray(
          batches.institutionId,
          actor.institutions.map((institution) => institution.id),
        ),
        eq(batches.id, batchId),
      ),
    )
    .for('no key update', { of: batches });
  if (!row) throw new NotFound('batch');
  const { closedAt, sessionClosedAt, isCurrent, ...batch } = row;
  return {
    ...batch,
    isClosed: closedAt !== null || sessionClosedAt !== null,
    isInCurrentSession: isCurrent,
    word: batchWord(actor, batch.institutionId),
    today: today(membershipIn(actor, batch.institutionId)!.timeZone),
  };
}
