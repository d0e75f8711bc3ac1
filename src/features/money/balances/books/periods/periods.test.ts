import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropsOf } from '#web/page.ts';
import { today } from '#kernel/dates.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { recordPending } from '#features/money/payments/receive-payment.ts';
import { checkBooks } from '../../proof/check-books.ts';
import type { periodsPage } from '../books.pages.ts';
import { moveClosing } from './periods.ts';
import { bursary } from '#test/harness/books.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';

/*
 * One story: a school takes money, closes the books until yesterday, and corrects everything afterwards.
 */
let paying: Paying;
let principal: Paying['bursar'];
let here: ReturnType<typeof bursary>;
const now = today('Africa/Lagos');
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString().slice(0, 10);
const [yesterday, then] = [daysAgo(1), daysAgo(10)];
const institutionId = () => paying.world.school.ilorin.id;
beforeAll(async () => {
  paying = await startPaying();
  principal = await paying.world.as('principal');
  here = bursary(paying.world.database, institutionId());
});
afterAll(() => paying?.close());

const post = (url: string, body: object = {}) => paying.bursar.post(url, body);
const errorsOf = async (answer: ReturnType<typeof post>) =>
  (await answer).json<{ errors: Record<string, string> }>().errors;
const approve = async () => {
  const { waiting } = (await principal.page('/approvals')).props as { waiting: { id: number }[] };
  await ok(principal.post(`/approvals/${waiting[0]!.id}/approve`), 200);
};
const periods = async (query = '') =>
  (await paying.bursar.page(`/ledger/periods${query}`)).props as unknown as PropsOf<typeof periodsPage>;
const close = (through: string) => post('/ledger/close', { institutionId: institutionId(), through });
const entriesUntil = async (day: string) => {
  const { rows } = await here.work((tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from ledger_entries where day <= ${day}`),
  );
  return rows[0]!.n;
};
const payment = async (amount: number, student: number | null = paying.tunde) =>
  (await here.pay(student, amount, then, 'transfer')).id;
const cheque = (reference: string) =>
  here.work((tx) =>
    recordPending(tx, here.actor, institutionId(), {
      channel: 'cheque',
      reference,
      amount: 1_000_00,
      day: then,
      shares: [{ studentId: paying.tunde, amount: 1_000_00, allocations: [] }],
    }),
  );

test('a bursar sees what is open in a period before closing it, and closes it up to yesterday at most', async () => {
  await cheque('000100');
  await payment(500_00, null);
  const { open, closedThrough, can } = await periods(`?through=${yesterday}`);
  expect([closedThrough, can.close]).toEqual([null, true]);
  expect(open).toMatchObject({ uncounted: 0, cheques: 1, unidentified: 1, entries: 0 });
  expect(Object.keys(await errorsOf(close(now)))).toEqual(['through']);
  expect(Object.keys(await errorsOf(close('2026-13-01')))).toEqual(['through']);
  expect(
    (await principal.post('/ledger/close', { institutionId: institutionId(), through: yesterday })).statusCode,
  ).toBe(403);
  expect(
    (await post('/ledger/reopen', { institutionId: institutionId(), through: '', reason: 'Why' })).statusCode,
  ).toBe(409);
  await ok(close(daysAgo(30)), 303);
  expect(Object.keys(await errorsOf(close(daysAgo(30))))).toEqual(['through']);
  expect((await periods()).closings.rows).toMatchObject([{ closedThrough: daysAgo(30), previous: null }]);
});

test('after the close, everything is corrected today and the closed period stays as it was', async () => {
  const { tunde, ngozi, bursar } = paying;
  const due = Number((await paying.bill(tunde, 30_000_00, then)).split('-')[0]);
  const [reversed, refunded, moved] = [await payment(4_000_00), await payment(3_000_00), await payment(2_000_00)];
  const suspended = await payment(1_000_00, null);
  const [cleared, bounced] = [await cheque('000101'), await cheque('000102')];
  const online = await paying.start([await paying.bill(tunde, 5_000_00, then)], 5_000_00);
  const day = await here.work(async (tx) => {
    await tx.execute(sql`update online_payments set created_at = ${`${then}T12:00:00Z`}::timestamptz`);
    const { rows } = await tx.execute<{ id: number }>(sql`insert into cashier_days
      (institution_id, account_id, day, opening_float)
      values (${institutionId()}, ${paying.world.school.accounts.cashier}, ${then}, 0) returning id`);
    return Number(rows[0]!.id);
  });
  expect((await periods(`?through=${yesterday}`)).open).toMatchObject({ uncounted: 1, cheques: 3 });
  await ok(close(yesterday), 303);
  const before = await entriesUntil(yesterday);

  // A day that a person chooses is refused with its field.
  const late = { day: then };
  for (const [url, body] of [
    [`/payments/${cleared}/clear`, late],
    [
      '/unidentified-payments',
      { institutionId: institutionId(), amount: 7_00, channel: 'transfer', reference: 'N1', ...late },
    ],
  ] as const)
    expect(await errorsOf(post(url, body))).toEqual({ day: expect.stringContaining('The books are closed up to') });

  await ok(post(`/payments/${reversed}/reverse`, { reason: 'Typed twice' }), 303);
  await approve();
  await ok(post(`/payments/${refunded}/refund`, { student_id: tunde, amount: 1_000_00, reason: 'Too much' }), 303);
  await approve();
  const { refunds } = (await bursar.page(`/payment_records/${refunded}`)).props as { refunds: { id: number }[] };
  await ok(post(`/refunds/${refunds[0]!.id}/pay`, { channel: 'transfer', reference: 'OUT/1' }), 303);
  await ok(
    post(`/payments/${moved}/move`, { student_id: tunde, to_student_id: ngozi, amount: 500_00, reason: 'For Ngozi' }),
    303,
  );
  await approve();
  await ok(post(`/payments/${suspended}/place`, { student_id: tunde, again: 'true' }), 303);
  await ok(post(`/payments/${cleared}/clear`, { day: '' }), 303);
  await ok(post(`/payments/${bounced}/bounce`, { reason: 'Refer to drawer' }), 303);
  await ok(post(`/invoices/${due}/waive`, { how: 'waiver', amount: 100_00, reason: 'Hardship' }), 303);
  await approve();
  await ok(post(`/invoices/${due}/waive`, { how: 'write_off', amount: 100_00, reason: 'Lost' }), 303);
  await approve();
  await ok(post(`/invoices/${due}/credit`, { amount: 100_00, reason: 'Charged too much' }), 303);
  await ok(post(`/invoices/${due}/cancel`, { reason: 'Wrong class' }), 303);
  await approve();
  paying.fake.paystack.pay(online.reference);
  const hook = `${await paying.url()}${paying.hook('paystack')}`;
  expect(await deliver(hook, paying.fake.paystack.event(online.reference))).toEqual([200]);
  expect(await paying.online()).toBe(5_000_00);
  const counted = { pieces: {}, transfer: 0, pos: 0, cheque: 0 };
  const cashier = await paying.world.as('cashier');
  await ok(cashier.post(`/cashier-days/${day}/close`, { ...counted, pieces: { n100000: 1 }, remark: 'Found' }), 303);
  await ok(post(`/cashier-days/${day}/approve`, { cash: 'post', remark: 'A note was missing' }), 303);

  expect(await entriesUntil(yesterday)).toBe(before);
  const { rows } = await here.work((tx) =>
    tx.execute<{ source: string }>(sql`select distinct source from ledger_entries where day = ${now} order by source`),
  );
  expect(rows.map(({ source }) => source)).toEqual([
    'allocation',
    'credit_note',
    'day_difference',
    'move',
    'payment',
    'placement',
    'refund',
    'refund_payout',
    'reversal',
  ]);
  expect(await here.work((tx) => checkBooks(tx))).toEqual([]);
  // What nobody dates (a line of a bank, a run that goes on) falls on today as well.
  const fits = await here.work((tx) => dayInBooks(tx, institutionId()));
  expect([fits(then), fits(now)]).toEqual([now, now]);
});

test('a period is reopened by two people with a reason, and then takes entries again', async () => {
  const reopen = (through: string, reason = 'The auditor found a missing slip') =>
    post('/ledger/reopen', { institutionId: institutionId(), through, reason });
  expect(Object.keys(await errorsOf(reopen(daysAgo(30), ' ')))).toEqual(['reason']);
  expect(Object.keys(await errorsOf(reopen(yesterday)))).toEqual(['through']);
  await ok(reopen(daysAgo(30)), 303);
  expect((await periods()).closedThrough).toBe(yesterday);
  await approve();
  const { closedThrough, closings } = await periods();
  expect(closedThrough).toBe(daysAgo(30));
  expect(closings.rows[0]).toMatchObject({
    closedThrough,
    previous: yesterday,
    reason: 'The auditor found a missing slip',
  });
  expect(closings.rows[0]!.approvedBy).not.toBe(closings.rows[0]!.by);
  await here.pay(paying.tunde, 1_00, then);
});

test('closing waits for entries that are being posted, and an entry that comes later is refused', async () => {
  let commit = () => {};
  const held = new Promise<void>((done) => (commit = done));
  let posted = () => {};
  const isPosted = new Promise<void>((done) => (posted = done));
  const slow = here.work(async (tx) => {
    await tx.execute(sql`with entry as (
      insert into ledger_entries (institution_id, day, source, source_id, description, currency)
      select id, ${then}, 'manual', 900001, 'Slow', currency from institutions where id = ${institutionId()} returning id)
      insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, day)
      select ${institutionId()}, entry.id, n, (select min(id) from ledger_accounts where institution_id = ${institutionId()}),
        case n when 1 then 5 else -5 end, ${then} from entry, generate_series(1, 2) n`);
    posted();
    await held;
  });
  await isPosted;
  // Without a lock of its own, as any other program could.
  const closing = here.work((tx) =>
    moveClosing(tx, here.actor, institutionId(), { closedThrough: yesterday, previous: daysAgo(30), leftOpen: {} }),
  );
  await expect
    .poll(async () => {
      const { rows } = await here.work((tx) =>
        tx.execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  commit();
  await Promise.all([slow, closing]);
  const before = await entriesUntil(yesterday);
  await expect(here.pay(paying.tunde, 1_00, then)).rejects.toThrow('The books are closed');
  expect(await entriesUntil(yesterday)).toBe(before);
});

test('payments at once with a close are posted before it or refused', async () => {
  await here.work((tx) =>
    moveClosing(tx, here.actor, institutionId(), { closedThrough: null, previous: yesterday, leftOpen: {} }),
  );
  const closed: number[] = [];
  const paid = Array.from({ length: 24 }, () => here.pay(null, 1_00, then, 'transfer'));
  const closing = here.work(async (tx) => {
    await moveClosing(tx, here.actor, institutionId(), { closedThrough: yesterday, previous: null, leftOpen: {} });
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from ledger_entries where day <= ${yesterday}`,
    );
    closed.push(rows[0]!.n);
  });
  const more = Array.from({ length: 24 }, () => here.pay(null, 1_00, then, 'transfer'));
  await closing;
  await Promise.allSettled([...paid, ...more]);
  expect(await entriesUntil(yesterday)).toBe(closed[0]);
});
