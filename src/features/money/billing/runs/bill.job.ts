import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Database, type Tx, query } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { formatMoney } from '#kernel/money.ts';
import { notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { countOf } from '#ui/format.ts';
import { feeRuns } from '../billing.schema.ts';
import { audienceOfRun, billChunk, isActive, isRun, type RunJob } from './bill-chunk.ts';

interface RunServices {
  database: Database;
}

/** Bills the students of a run, a chunk a transaction, until it is done or stopped. */
export const billFee: Job<RunServices, RunJob> = {
  queue: 'fees.bill',
  concurrency: 2,
  work: workOnRun,
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'fees.bill': true;
  }
}

export async function workOnRun({ database }: RunServices, job: RunJob, signal: AbortSignal): Promise<void> {
  const { institutionId } = job;
  try {
    const audience = await database.asSystem([institutionId], (tx) => audienceOfRun(tx, job));
    const chunk = () =>
      database.asSystem([institutionId], async (tx) => billChunk(tx, await actorOf(tx, job), job, audience));
    do signal.throwIfAborted();
    while (await chunk());
    await database.asSystem([job.institutionId], async (tx) => finishRun(tx, job));
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof Conflict || error instanceof NotAllowed)) throw error;
    await database.asSystem([job.institutionId], (tx) => failRun(tx, job, error.message));
  }
}

/** The person who started it, as long as that person may bill. */
async function actorOf(tx: Tx, { institutionId, runId }: RunJob): Promise<Actor> {
  const [run] = await tx.select({ accountId: feeRuns.accountId }).from(feeRuns).where(isRun({ institutionId, runId }));
  const actor = await loadRequester(tx, run!.accountId!, institutionId).catch(() => null);
  if (!actor || !can(actor, 'fees.bill', institutionId))
    throw new NotAllowed('The person who started this run can no longer bill. Start it again.');
  return actor;
}

async function finishRun(tx: Tx, job: RunJob): Promise<void> {
  const [done] = await tx
    .update(feeRuns)
    .set({ state: 'done', finishedAt: sql`now()` })
    .where(isActive(job))
    .returning();
  if (!done) return;
  const { title, currency } = await aboutRun(tx, job);
  const billed = `${countOf(done.billedCount, 'student')}, ${formatMoney({ minor: done.billedTotal, currency })}`;
  await record(tx, await actorOf(tx, job), 'fees.bill', {
    institutionId: job.institutionId,
    summary: `billed ${title}: ${billed}`,
    subject: { type: 'fee', id: done.feeId },
    details: { run: job.runId, students: done.billedCount, total: done.billedTotal },
  });
  await notifyOfEnd(tx, job, done.accountId, `${title} has been billed`, `${billed}.`);
}

async function failRun(tx: Tx, job: RunJob, failure: string): Promise<void> {
  const [failed] = await tx
    .update(feeRuns)
    .set({ state: 'failed', failure, finishedAt: sql`now()` })
    .where(isActive(job))
    .returning();
  if (!failed) return;
  const { title } = await aboutRun(tx, job);
  await notifyOfEnd(tx, job, failed.accountId, `Billing ${title} failed`, failure);
}

async function aboutRun(tx: Tx, { institutionId, runId }: RunJob) {
  const rows = await query<{ title: string; currency: string }>(tx, render)`
    select f.title, i.currency from fee_runs r
    join fees f on (f.institution_id, f.id) = (r.institution_id, r.fee_id) join institutions i on i.id = r.institution_id
    where r.institution_id = ${institutionId} and r.id = ${runId}`;
  return rows[0]!;
}

const notifyOfEnd = (tx: Tx, job: RunJob, accountId: number | null, title: string, body: string) =>
  notify(tx, {
    institutionId: job.institutionId,
    to: accountId === null ? [] : [accountId],
    kind: 'fees.billed',
    title,
    body,
    href: `/fee-runs/${job.runId}`,
  });
