import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { countOf } from '#ui/format.ts';
import { bulkInvitations, type Batch } from '../invitations.schema.ts';
import { isBatch, runPiece } from './run-piece.ts';

export interface BatchJob {
  institutionId: number;
  batchId: number;
}

const pieceSize = 50;

/**
 * Invites the people of a long batch, in the name and with the present rights of the person who began it. Each piece and
 * how far it is are saved together, so a job that died goes on after the last one.
 */
export async function runBatch(database: Database, job: BatchJob, signal: AbortSignal): Promise<void> {
  const at = { institutionId: job.institutionId, id: job.batchId };
  let goesOn = true;
  while (goesOn) {
    signal.throwIfAborted();
    try {
      goesOn = await database.asSystem([at.institutionId], (tx) => runNext(tx, at));
    } catch (error) {
      if (![ValidationError, NotAllowed, NotFound].some((known) => error instanceof known)) throw error;
      await database.asSystem([at.institutionId], (tx) => fail(tx, at, (error as Error).message));
      return;
    }
  }
}

async function runNext(tx: Tx, at: { institutionId: number; id: number }): Promise<boolean> {
  // Locked first: a job that begins again waits for the one that still runs, and stopping for the end of a piece.
  const [found] = await tx.select().from(bulkInvitations).where(isRunning(at)).for('no key update');
  if (!found) return false;
  const actor = await loadRequester(tx, found.accountId, at.institutionId);
  const written = await runPiece(tx, actor, found, pieceSize);
  if (written.state === 'done') await tell(tx, written);
  return written.state === 'running';
}

const isRunning = (at: { institutionId: number; id: number }) => and(isBatch(at), eq(bulkInvitations.state, 'running'));

async function fail(tx: Tx, at: { institutionId: number; id: number }, failure: string) {
  const [failed] = await tx
    .update(bulkInvitations)
    .set({ state: 'failed', failure, finishedAt: sql`now()` })
    .where(isRunning(at))
    .returning();
  if (failed) await tell(tx, failed);
}

const tell = (tx: Tx, { institutionId, id, entity, accountId, invitedCount, renewedCount, failure }: Batch) =>
  notify(tx, {
    institutionId,
    to: [accountId],
    kind: 'invitations.ended',
    href: `/bulk-invitations/${id}`,
    body: failure,
    title: `${countOf(invitedCount + renewedCount, entity)} ${invitedCount + renewedCount === 1 ? 'was' : 'were'} invited`,
  });
