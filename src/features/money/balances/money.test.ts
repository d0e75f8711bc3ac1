import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropsOf } from '#web/page.ts';
import type { moneyPage } from './overview/money.routes.ts';
import { proveBooksEverywhere } from './proof/prove-books.job.ts';
import { startSchool } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ada: number;
beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  ada = ilorin.studentIds['Ada Obi'];
  const here = bursary(world.database, ilorin.id);
  await here.bill(ada, [daysAgo(40), 30_000_00], [daysAgo(-5), 20_000_00]);
  await here.pay(ada, 10_000_00, daysAgo(0));
  await here.pay(null, 5_000_00, daysAgo(0), 'transfer');
  await here.pay(ada, 1_000_00, daysAgo(0), 'waiver');
  await bursary(world.database, offa.id).bill(Object.values(offa.studentIds)[0]!, [daysAgo(1), 99_000_00]);
});
afterAll(() => world?.close());

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
const overview = async (who = 'bursar') =>
  (await (await world.as(who)).page('/money')).props as unknown as PropsOf<typeof moneyPage>;

test('the overview says what came in today, what is owed by age and class, and what waits', async () => {
  const { collected, ages, classes, given, debtors, waiting, weeks } = await overview();
  expect(collected.map(({ channel, amount, count }) => [channel, amount, count])).toEqual([
    ['cash', 10_000_00, 1],
    ['transfer', 5_000_00, 1],
  ]);
  expect(ages).toMatchObject({ notDue: 20_000_00, days30: 0, days60: 19_000_00, days90: 0, older: 0 });
  expect(classes).toMatchObject([{ name: 'JSS 1', notDue: 20_000_00, days60: 19_000_00 }]);
  expect(given.rows.find(({ name }) => name === 'Waivers')).toMatchObject({ amount: 1_000_00 });
  expect(debtors).toMatchObject([{ id: ada, owed: 39_000_00 }]);
  expect(waiting).toMatchObject({ suspense: 1, suspenseAmount: 5_000_00, cheques: 0, differences: null });
  expect(weeks).toHaveLength(12);
  expect(weeks[7]).toMatchObject({ collected: 15_000_00 });
  expect(weeks.reduce((sum, { expected }) => sum + expected, 0)).toBe(50_000_00);
});

test('the overview is for who sees all payments, and exports its figures', async () => {
  expect((await (await world.as('cashier')).get('/money')).statusCode).toBe(403);
  expect((await (await world.as('principal')).get('/money')).statusCode).toBe(200);
  const { body } = await (await world.as('bursar')).get('/money/export.csv');
  expect(body).toContain('Outstanding,31–60 days,19000');
  expect((await (await world.as('principal')).get('/money/export.csv')).statusCode).toBe(403);
});

test('the overview prints with its figures, and the print is recorded', async () => {
  const bursar = await world.as('bursar');
  const answer = await bursar.get('/money/overview.pdf');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = (await pdfText(answer.rawPayload)).join('\n');
  for (const words of [
    'Outstanding by class',
    'Outstanding by fee',
    'Over 90 days',
    'Largest balances',
    '39,000.00',
    'Obi, Ada',
    '15,000.00',
  ])
    expect(text).toContain(words);
  const { rows } = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(sql`select 1 from audit_entries where action = 'payments.printOverview'`),
  );
  expect(rows).toHaveLength(1);
  expect((await (await world.as('principal')).get('/money/overview.pdf')).statusCode).toBe(403);
});

test('every night all sums are proved; a difference is shown and owners and bursars are notified', async () => {
  await proveBooksEverywhere(world.database);
  expect((await overview()).waiting).toMatchObject({ differences: 0 });
  const spoil = (by: number) =>
    withClient(world.ownerUrl, (owner) =>
      owner.query('update student_balances set owed = owed + $1 where student_id = $2', [by, ada]),
    );
  await spoil(100);
  await proveBooksEverywhere(world.database);
  expect((await overview()).waiting.differences).toBe(2);
  const { rows } = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute<{ username: string; title: string }>(sql`select a.username, n.title from notifications n
      join accounts a on a.id = n.account_id where n.kind = 'balances.differ' order by a.username`),
  );
  expect(rows.map(({ username }) => username)).toEqual(expect.arrayContaining(['bursar', 'owner']));
  expect(rows[0]!.title).toBe('The books differ in 2 places');
  await spoil(-100);
});
