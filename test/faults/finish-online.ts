import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '#test/faults/site.ts';
import { patiently } from '#test/faults/verdict/judge.ts';

const within = 90_000;

/** What nobody reported successfully: the job asks the provider, and credits it. Says what was lost. */
export async function finishOnline(site: Site): Promise<string[]> {
  if ((await uncredited(site)).length === 0) return [];
  await patiently(site.ownerUrl(), async (client) => {
    await client.query(`update online_payments set next_check_at = now() where status <> 'paid'`);
    await client.query(`insert into pgboss.job (name) values ('gateways.requery')`);
  });
  // A worker looks for its job when it starts, and then once a minute.
  await site.end('SIGTERM');
  await site.start();
  for (const end = Date.now() + within; Date.now() < end; await wait(200))
    if ((await uncredited(site)).length === 0) return [];
  return (await uncredited(site)).map((reference) => `payment ${reference} was paid at the provider and is lost`);
}

const uncredited = (site: Site) =>
  patiently(site.ownerUrl(), async (client) => {
    const { rows } = await client.query<{ reference: string }>(
      `select g.reference from test_gateway_payments g
       join online_payments o on (o.institution_id, o.reference) = (g.institution_id, g.reference)
       where g.outcome = 'paid' and g.reference like 'F%-WEB-%' and not exists (
         select from ledger_entries e where (e.institution_id, e.source, e.source_id) = (o.institution_id, 'payment', o.payment_id)
           and o.status = 'paid') order by 1`,
    );
    return rows.map(({ reference }) => reference);
  });
