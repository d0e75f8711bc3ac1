import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { feeRuns } from '../billing.schema.ts';
import { isRun } from './bill-chunk.ts';

/** Stops a run after the students it is at. What is billed stays; another run bills the rest. */
export async function stopRun(tx: Tx, actor: Actor, runId: number): Promise<number> {
  const [run] = await tx
    .select()
    .from(feeRuns)
    .where(and(eq(feeRuns.id, runId), inArray(feeRuns.institutionId, institutionsWhere(actor, 'fees.view'))))
    .for('no key update');
  if (!run) throw new NotFound('run');
  const { institutionId, feeId, state, billedCount } = run;
  allow(actor, 'fees.bill', institutionId);
  if (state !== 'queued' && state !== 'running') throw new Conflict('This run has already finished.');
  await tx
    .update(feeRuns)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(isRun({ institutionId, runId }));
  await record(tx, actor, 'fees.stopRun', {
    institutionId,
    summary: 'stopped a billing run',
    subject: { type: 'fee', id: feeId },
    details: { run: runId, students: billedCount },
  });
  return billedCount;
}
