import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const warmUps = 12;

/** Each client takes payments of its own students. */
export async function measurePayments({ app, client, driver, registrar }: Site, isQuick: boolean): Promise<Row[]> {
  const clients = 16;
  const each = isQuick ? 150 : 600;
  const { rows } = await client.query<{ id: string }>(
    `select student_id as id from student_balances where owed > 0 order by hashint8(student_id) limit $1`,
    [clients * each],
  );
  const headers = { ...registrar.write, 'content-type': 'application/json' };
  const scripts = Array.from({ length: clients }, (_, at) =>
    rows.slice(at * each, (at + 1) * each).map(({ id }) => paymentRequest(Number(id), headers)),
  );
  // Each connection plans its statements at their first uses.
  const drive = (from: number, to: number, seconds: number) =>
    driver.drive({
      port: app.port,
      scripts: scripts.map((script) => script.slice(from, to)),
      clients,
      seconds,
      status: 200,
      atMost: clients * (to - from),
    });
  await drive(0, warmUps, 30);
  say('Taking payments at 16 counters …');
  const driven = await drive(warmUps, each, isQuick ? 2 : 20);
  const perSecond = (driven.requests / driven.took) * 1000;
  const { rows: given } = await client.query<{ gaps: number }>(
    `select (max(receipt_number) - count(receipt_number))::int as gaps from payments`,
  );
  if (given[0]!.gaps !== 0) throw new Error(`${given[0]!.gaps} receipt numbers are missing.`);
  return [
    {
      what: 'take a payment, 16 clients, p99',
      value: driven.p99,
      unit: 'ms',
      budget: 80,
      note: `p50 ${driven.p50.toFixed(1)} ms`,
    },
    { what: 'payments taken', value: perSecond, unit: '/s', budget: 200, atLeast: true },
  ];
}

function paymentRequest(studentId: number, headers: Record<string, string>): string {
  const shares = [{ student_id: studentId, amount: 12_500_00 }];
  const body = JSON.stringify({ student_id: studentId, channel: 'cash', shares });
  return requestText({
    method: 'POST',
    path: '/payments',
    body,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
}

/** A fee of four items for half of the school, billed by the job while somebody looks at the list. */
export async function measureRun({ app, client, driver, registrar, school }: Site, isQuick: boolean): Promise<Row[]> {
  const { rows } = await client.query<{ category: number; session: number }>(
    `select (select min(id) from fee_categories where institution_id = $1)::int as category,
       (select id from academic_sessions where institution_id = $1 and is_current)::int as session`,
    [school.institutionId],
  );
  const { category, session } = rows[0]!;
  const items = Object.fromEntries(
    [1, 2, 3, 4].map((at) => [at, { name: `Item ${at}`, amount: at * 5_000_00, categoryId: category, position: at }]),
  );
  const batches = isQuick ? school.batchIds.slice(0, 30) : school.batchIds.slice(0, school.batchIds.length * 0.56);
  const json = 'application/json';
  const made = await registrar.post(
    '/fees',
    JSON.stringify({
      institutionId: school.institutionId,
      title: 'Benchmark',
      categoryId: category,
      sessionId: session,
      batches,
      particulars: items,
      instalments: { 1: { dueOn: '2027-01-15' } },
    }),
    json,
  );
  const feeId = Number(/\/fees\/(\d+)/.exec(String(made.headers['location']))?.[1]);
  if (!feeId) throw new Error(`The fee answered ${made.status}: ${made.body.toString().slice(0, 300)}`);
  say('Billing …');
  const from = performance.now();
  const started = await registrar.post('/fee-runs', JSON.stringify({ fee_ids: [feeId] }), json);
  if (started.status !== 303)
    throw new Error(`The run answered ${started.status}: ${started.body.toString().slice(0, 300)}`);
  const list = requestText({ path: '/students', headers: registrar.swap });
  const others = driver.drive({ port: app.port, scripts: [[list]], clients: 2, seconds: 120, status: 200, pause: 50 });
  let run = { state: 'queued', billed: 0 };
  while (run.state !== 'done') {
    await sleep(50);
    const found = await client.query<typeof run>(
      `select state, billed_count as billed from fee_runs where fee_id = $1`,
      [feeId],
    );
    run = found.rows[0]!;
    if (run.state === 'failed') throw new Error('The billing run failed.');
  }
  const took = (performance.now() - from) / 1000;
  driver.stop();
  const { p99 } = await others;
  const what = `bill ${run.billed.toLocaleString('en')} students × 4 items`;
  return [
    { what, value: took, unit: 's', budget: 10 },
    { what: 'the list meanwhile, p99', value: p99, unit: 'ms', budget: 100 },
  ];
}
