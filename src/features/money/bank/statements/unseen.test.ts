import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import {
  addBankAccount,
  addStatement,
  linesOfStatement,
  statementHead as head,
  statementLine as line,
} from '#test/harness/bank-desk.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('a cheque, a transfer and a POS slip are not seen at the bank until a line shows them, and again once it is undone', async () => {
  const till = openTill(world);
  const bursar = await world.as('bursar');
  const accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
  await till.openDay(bursar);
  const take = async (channel: string, amount: number, more = {}) =>
    (
      await till.pay(bursar, world.school.ilorin.studentIds['Ada Obi'], amount, [], {
        channel,
        ...(channel !== 'cash' && { reference: `REF${amount}` }),
        ...more,
      })
    ).json().id as number;
  const bank = { cheque_bank: 'GTB', cheque_date: till.day };
  const [cheque, cleared, bounced, transfer, slip] = [
    await take('cheque', 10_000_00, bank),
    await take('cheque', 11_000_00, bank),
    await take('cheque', 12_000_00, bank),
    await take('transfer', 13_000_00),
    await take('pos', 14_000_00),
  ];
  await take('cash', 15_000_00);
  expect((await bursar.post(`/payments/${cleared}/clear`, {})).statusCode).toBe(303);
  expect((await bursar.post(`/payments/${bounced}/bounce`, { reason: 'No money' })).statusCode).toBe(303);
  const unseen = async () => {
    const { rows } = await till.work((tx) =>
      tx.execute<{ id: string }>(sql`select payment_id as id from payments_unseen_at_bank order by 1`),
    );
    return rows.map(({ id }) => Number(id));
  };
  expect(await unseen()).toEqual([cheque, cleared, transfer, slip]);
  const day = till.day.split('-').toReversed().join('/');
  const statement = await addStatement(bursar, accountId, head + line(day, 'REF1300000', 'TRF', '13,000.00'));
  const [{ id }] = await linesOfStatement(bursar, statement);
  expect((await bursar.post(`/bank-lines/${id}/confirm`, {})).statusCode).toBe(303);
  expect(await unseen()).toEqual([cheque, cleared, slip]);
  expect((await bursar.post(`/bank-lines/${id}/undo`, { reason: 'Wrong line' })).statusCode).toBe(303);
  expect(await unseen()).toEqual([cheque, cleared, transfer, slip]);
});

test('lines on which a bank printed one reference, in capitals or not, are each a payment of their own', async () => {
  const bursar = await world.as('bursar');
  const accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456780');
  const day = openTill(world).day.split('-').toReversed().join('/');
  const text = head + line(day, 'FT2Again', 'TRF', '1,000.00') + line(day, 'FT2AGAIN', 'TRF', '2,000.00');
  const lines = await linesOfStatement(bursar, await addStatement(bursar, accountId, text));
  for (const { id } of lines) expect((await bursar.post(`/bank-lines/${id}/suspend`)).statusCode).toBe(303);
  const { rows } = await openTill(world).work((tx) =>
    tx.execute(
      sql`select amount::int, reference_again as again from payments where lower(reference) = 'ft2again' order by 1`,
    ),
  );
  expect(rows).toEqual([
    { amount: 100_000, again: 0 },
    { amount: 200_000, again: 1 },
  ]);
});

test('a payment that says it was seen though no line has shown it is found by the proof of the books', async () => {
  const found = await openTill(world).work(async (tx) => {
    await tx.execute(sql`update payments set is_seen_at_bank = true where id = (select min(id) from payments)`);
    const differences = await checkBooks(tx);
    await tx.execute(sql`update payments set is_seen_at_bank = false where id = (select min(id) from payments)`);
    return [differences, await checkBooks(tx)];
  });
  expect(found).toEqual([[expect.objectContaining({ what: 'payment seen at the bank', stored: 1, counted: 0 })], []]);
});
