import { createHmac, randomUUID } from 'node:crypto';
import { systemActor } from '#kernel/actor.ts';
import { openDatabase, type Tx } from '#kernel/database.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { readKeys } from '#features/online/gateways/providers/gateway-of.ts';
import { testSignature } from '#features/online/gateways/providers/gateway-errors.ts';
import { createTestKeys } from '#features/online/gateways/settings/save-keys.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

/** As many at once as a provider opens connections: five payments, each reported five times. */
const clients = 25;
const times = 5;

/** Payments through the test gateway, each reported five times at once. */
export async function measureWebhooks(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, driver, school, client } = site;
  const count = isQuick ? 300 : 1000;
  const secret = await openTestGateway(site);
  const warm = await startPayments(site, 50);
  const references = await startPayments(site, count);
  const send = (some: string[]) => {
    const script = some.flatMap((reference) =>
      Array<string>(times).fill(reportOf(school.institutionId, reference, secret)),
    );
    const drive = { port: app.port, scripts: [script], clients, seconds: 120, status: 200, atMost: script.length };
    return driver.drive(drive);
  };
  await send(warm);
  say(`Reporting ${count.toLocaleString('en')} payments five times each …`);
  const driven = await send(references);
  const { rows } = await client.query<{ credited: number; receipts: number }>(
    `select count(*)::int as credited, count(distinct p.receipt_number)::int as receipts
     from online_payments o join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id)
     join ledger_entries e on (e.institution_id, e.source, e.source_id) = (p.institution_id, 'payment', p.id)
     where o.reference = any($1) and o.status = 'paid' and p.status = 'successful'`,
    [references],
  );
  const { credited, receipts } = rows[0]!;
  if (credited !== count || receipts !== count)
    throw new Error(`${count} payments: ${credited} credited, ${receipts} receipts.`);
  const wrong = await checkBooks(openDatabase(client));
  if (wrong.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(wrong.slice(0, 3))}`);
  return [
    {
      what: `${count.toLocaleString('en')} webhooks, each five times, ${clients} at once, p99`,
      value: driven.p99,
      unit: 'ms',
      budget: 150,
      note: `each credited once; p50 ${driven.p50.toFixed(1)} ms`,
    },
  ];
}

/** Switches the test gateway on, as a demonstration would. Returns what it signs with. */
async function openTestGateway({ client, school: { institutionId }, secret }: Site): Promise<string> {
  await client.query(
    `insert into online_settings (institution_id, provider, is_demonstration) values ($1, 'test', true)
     on conflict (institution_id) do update set provider = 'test', is_demonstration = true`,
    [institutionId],
  );
  const tx = openDatabase(client) as unknown as Tx;
  const key = Buffer.from(secret, 'hex');
  await createTestKeys(tx, systemActor(institutionId, 'Benchmark'), key, institutionId);
  const keys = await readKeys(tx, key, { institutionId, provider: 'test' });
  return keys!.settings['secretKey']!;
}

/** Payments that families have chosen and that the gateway has taken; nothing of them is credited yet. */
async function startPayments({ client, school: { institutionId } }: Site, count: number): Promise<string[]> {
  const { rows } = await client.query<{ reference: string }>(
    `with chosen as (
       select student_id, row_number() over (order by hashint8(student_id + $3)) as n from student_balances
       where institution_id = $1 and owed > 0 limit $2),
     made as (
       insert into payments (institution_id, channel, provider, reference, status, amount, currency, day, code, is_test)
       select $1, 'gateway', 'test', upper(replace($4, '-', '')) || n, 'pending', 1500000, 'NGN', '2026-11-20',
         substr(md5($4 || n), 1, 16), true from chosen returning institution_id, id, reference, amount, currency),
     shares as (
       insert into payment_shares (institution_id, payment_id, student_id, amount)
       select m.institution_id, m.id, c.student_id, m.amount from made m
       join chosen c on m.reference = upper(replace($4, '-', '')) || c.n),
     online as (
       insert into online_payments (institution_id, payment_id, provider, mode, reference, amount, currency, account_id, status)
       select m.institution_id, m.id, 'test', 'test', m.reference, m.amount, m.currency,
         (select id from accounts where username = 'registrar'), 'open' from made m)
     insert into test_gateway_payments (institution_id, reference, amount, currency, return_to, outcome, paid_at)
     select institution_id, reference, amount, currency, 'https://example.com', 'paid', now() from made returning reference`,
    [institutionId, count, Math.floor(Math.random() * 1e6), randomUUID()],
  );
  return rows.map(({ reference }) => reference);
}

function reportOf(institutionId: number, reference: string, secret: string): string {
  const body = JSON.stringify({ event: 'test.charge', reference });
  return requestText({
    method: 'POST',
    path: `/hooks/${institutionId}/test-gateway`,
    body,
    headers: {
      'content-type': 'application/json',
      [testSignature]: createHmac('sha512', secret).update(body).digest('hex'),
    },
  });
}
