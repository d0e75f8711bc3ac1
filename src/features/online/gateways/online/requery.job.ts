import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { Job } from '#kernel/jobs/jobs.ts';
import { onlinePayments } from '../gateways.schema.ts';
import type { GatewayServices } from '../providers/gateway-of.ts';
import { checkOnline } from './settle-online.ts';
import { whereOnline } from './plan-payment.ts';

/** Asks about payments whose webhook may never come. */
export const requeryWhenDue: Job<GatewayServices> = {
  queue: 'gateways.requery',
  due: 'select from akada_online_due(1)',
  work: (services, _data, signal) => requery(services, signal),
};

const paymentsPerRun = 400;
const concurrency = 4;

/** Asks about every payment that is due to be asked about, a few at a time. */
export async function requery(services: GatewayServices, signal?: AbortSignal): Promise<void> {
  const rows = await services.database.anonymous(
    (tx) =>
      query<{ institutionId: number; id: number }>(tx, render)`
      select institution_id as "institutionId", id from akada_online_due(${paymentsPerRun})`,
  );
  const due = rows.map((row) => ({ institutionId: row.institutionId, id: Number(row.id) }));
  const work = async (failed: unknown[]) => {
    for (let next = due.shift(); next && !signal?.aborted; next = due.shift())
      await checkOne(services, next).catch((error) => failed.push(error));
  };
  const problems: unknown[] = [];
  await Promise.all(Array.from({ length: concurrency }, () => work(problems)));
  if (problems.length > 0)
    throw new AggregateError(problems, `${problems.length} online payments could not be applied.`);
}

/** One payment that cannot be applied, such as in a closed period, must not hold up the others. */
async function checkOne(services: GatewayServices, of: { institutionId: number; id: number }): Promise<void> {
  try {
    const [online] = await services.database.asSystem([of.institutionId], (tx) =>
      tx.select().from(onlinePayments).where(whereOnline(of)),
    );
    if (online) await checkOnline(services, online);
  } catch (error) {
    await services.database.asSystem([of.institutionId], (tx) =>
      tx
        .update(onlinePayments)
        .set({ nextCheckAt: sql`now() + interval '10 minutes'` })
        .where(whereOnline(of)),
    );
    throw error;
  }
}
