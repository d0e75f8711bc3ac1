import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { Conflict, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { id, list } from '#kernel/schemas.ts';
import { feeRuns } from '../billing.schema.ts';
import { findFee } from './find-fee.ts';
import { mostFees } from '#features/money/fees/setup/most-fees.ts';
import { audienceWithBills } from './unbilled.ts';

export const StartRuns = z.object({
  fee_ids: list(id).pipe(
    z
      .array(z.number())
      .min(1, 'Choose at least one fee.')
      .max(mostFees, `Choose up to ${mostFees} fees.`)
      .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other)),
  ),
});

/** Queues a billing run for each fee; returns the ids of the runs. */
export async function startRuns(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { fee_ids: feeIds }: z.output<typeof StartRuns>,
): Promise<number[]> {
  const runs: number[] = [];
  for (const feeId of feeIds) runs.push(await startRun(tx, actor, jobs, feeId));
  return runs;
}

async function startRun(tx: Tx, actor: Actor, jobs: Jobs, feeId: number): Promise<number> {
  const fee = await findFee(tx, actor, feeId);
  const { institutionId, title } = fee;
  if (fee.endedAt) throw new Conflict(`${title} has ended, so it can’t be billed.`);
  const rows = await query<{ all: number; left: number }>(
    tx,
    render(sql`
    select count(*)::int as all, (count(*) filter (where not "isBilled" and not "wasCancelled"))::int as left
    from (${audienceWithBills(fee)}) a`),
  );
  const { all, left } = rows[0]!;
  if (left === 0) throw new ValidationError('form', `Nobody is left to bill for ${title}.`);
  const issuedOn = today(membershipIn(actor, institutionId)!.timeZone);
  const [run] = await refuseDuplicate(
    tx
      .insert(feeRuns)
      .values({ institutionId, feeId, issuedOn, studentCount: all, accountId: actor.accountId })
      .returning({ id: feeRuns.id }),
    { fee_runs_one: ['form', `${title} is being billed already. Wait until that run has finished.`] },
  );
  await record(tx, actor, 'fees.startRun', {
    institutionId,
    summary: `started billing ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { run: run!.id },
  });
  await jobs.send(tx, 'fees.bill', { institutionId, runId: run!.id }, { group: institutionId });
  return run!.id;
}
