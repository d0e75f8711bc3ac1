import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import { workOnRun } from '../runs/bill.job.ts';
import { netItemAmount } from '#features/money/invoices/corrections/credit.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeAll(async () => {
  world = await startSchool();
  await letOnePersonGive(world.database, world.school.ilorin.id);
  bursar = await world.as('bursar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin;
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const cell = (student_id: number, item_id: number) => ({ student_id, item_id });

/** A fee of ₦100,000 with a bus for ₦30,000 and lunch for ₦20,000. */
async function newFee() {
  const fee = await work((tx) =>
    addFee(tx, ilorin(), {
      particulars: [
        { amount: 100_000_00 },
        { amount: 30_000_00, isOptional: true },
        { amount: 20_000_00, isOptional: true },
      ],
    }),
  );
  const [, bus, lunch] = fee.particularIds;
  return { id: fee.id, bus: bus!, lunch: lunch! };
}

async function bill(feeId: number) {
  const { headers } = await bursar.post('/fee-runs', { fee_ids: [feeId] });
  const runId = Number(/\d+$/.exec(String(headers.location))![0]);
  await workOnRun({ database: world.database }, { institutionId: ilorin().id, runId }, new AbortController().signal);
}

const save = (feeId: number, body: object, browser = bursar) => browser.post(`/fees/${feeId}/items`, body);
const rowOf = async (feeId: number, studentId: number) => {
  const batch = await work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select batch_id as id from students where id = ${studentId}`);
    return rows[0]!.id;
  });
  const { rows } = (await bursar.page(`/fees/${feeId}/items?batch=${batch}`)).props;
  return rows.find(({ id }: { id: number }) => id === studentId);
};
const invoicesOf = (feeId: number, studentId: number) =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ id: number; kind: string; total: number }>(sql`
      select id, kind, total from invoices where fee_id = ${feeId} and student_id = ${studentId}
        and cancelled_at is null order by id`);
    return rows;
  });

test('3.7 ticks of two people at once are both kept, a run bills what is ticked, and only once', async () => {
  const { id, bus, lunch } = await newFee();
  const { 'Ada Obi': ada, 'Musa Garba': musa } = ilorin().studentIds;
  const { props } = await bursar.page(`/fees/${id}/items`);
  expect(props).toMatchObject({ items: [{ name: 'Item 2' }, { name: 'Item 3' }] });
  expect(props.batches.map(({ students }: { students: number }) => students)).toEqual([3, 2, 2]);
  const colleague = await world.as('group');
  const [one, other] = await Promise.all([
    save(id, { add: [cell(ada, bus), cell(musa, bus)] }),
    save(id, { add: [cell(ada, lunch), cell(ada, bus)] }, colleague),
  ]);
  expect([one.statusCode, other.statusCode]).toEqual([303, 303]);
  expect((await rowOf(id, ada)).chosen.toSorted()).toEqual([bus, lunch]);
  expect((await save(id, { remove: [cell(ada, lunch)] })).statusCode).toBe(303);
  await bill(id);
  expect(await invoicesOf(id, ada)).toMatchObject([{ kind: 'fee', total: 130_000_00 }]);
  // The run has billed it: it is neither removed nor billed again.
  const [invoice] = await invoicesOf(id, ada);
  const refused = await save(id, { remove: [cell(ada, bus)] });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringMatching(/Item 2 of Ada .*INV-0000\d\d/)]);
  expect(await rowOf(id, ada)).toMatchObject({
    chosen: [bus],
    billed: [{ particularId: bus, invoiceId: invoice!.id }],
  });
  await save(id, { add: [cell(ada, bus)], bill_now: 'true' });
  expect(await invoicesOf(id, ada)).toHaveLength(1);
});

test('an item chosen after billing is proposed, or billed at once, never twice', async () => {
  const { id, bus, lunch } = await newFee();
  const { 'Ada Obi': ada, 'Musa Garba': musa } = ilorin().studentIds;
  await bill(id);
  await save(id, { add: [cell(ada, bus), cell(musa, lunch)] });
  const { items } = (await bursar.page(`/fees/${id}/proposals`)).props;
  expect(items.rows).toMatchObject([
    { id: ada, amount: 30_000_00 },
    { id: musa, amount: 20_000_00 },
  ]);
  const both = { items: [cell(ada, bus), cell(musa, lunch)] };
  const answers = await Promise.all([1, 2].map(() => bursar.post(`/fees/${id}/proposals/items`, both)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  expect(await invoicesOf(id, ada)).toMatchObject([{ kind: 'fee' }, { kind: 'item', total: 30_000_00 }]);
  // On the student's own page, and on the spot.
  const page = (await bursar.page(`/students/${ada}/items`)).props;
  expect(page.fees[0]).toMatchObject({ id, isBilled: true, chosen: [bus] });
  const saved = await bursar.post(`/students/${ada}/items`, { add: [cell(ada, lunch)], bill_now: 'true' });
  expect(saved.headers.location).toBe(`/students/${ada}/items`);
  expect(await invoicesOf(id, ada)).toMatchObject([{}, {}, { kind: 'item', total: 20_000_00 }]);
  expect((await bursar.page(`/fees/${id}/proposals`)).props.items.rows).toEqual([]);
  const elsewhere = await bursar.post(`/students/${ada}/items`, { add: [cell(musa, bus)] });
  expect(elsewhere.statusCode).toBe(404);
});

test('a credit note takes a billed item back and sets the choice free; it can then be chosen and billed again', async () => {
  const { id, bus, lunch } = await newFee();
  const { 'Ada Obi': ada } = ilorin().studentIds;
  await save(id, { add: [cell(ada, bus)] });
  await bill(id);
  const [invoice] = await invoicesOf(id, ada);
  const { lines } = (await bursar.page(`/invoices/${invoice!.id}`)).props.invoice;
  expect(lines.map(({ item }: { item: unknown }) => item)).toEqual([null, { id: bus, worth: 30_000_00 }]);
  const credit = { amount: 30_000_00, reason: 'Lives next door', item_id: bus };
  expect((await bursar.post(`/invoices/${invoice!.id}/credit`, { ...credit, item_id: lunch })).statusCode).toBe(422);
  const answers = await Promise.all([1, 2].map(() => bursar.post(`/invoices/${invoice!.id}/credit`, credit)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await rowOf(id, ada)).toMatchObject({ chosen: [] });
  await save(id, { add: [cell(ada, bus)], bill_now: 'true' });
  const [, item] = await invoicesOf(id, ada);
  expect(item).toMatchObject({ kind: 'item', total: 30_000_00 });
  // Crediting all of the item's own invoice cancels it.
  await bursar.post(`/invoices/${item!.id}/credit`, { amount: 30_000_00, reason: 'Moved house' });
  expect(await rowOf(id, ada)).toMatchObject({ chosen: [] });
  expect(await invoicesOf(id, ada)).toHaveLength(1);
  await save(id, { add: [cell(ada, lunch)], bill_now: 'true' });
  const [, last] = await invoicesOf(id, ada);
  await bursar.post(`/invoices/${last!.id}/cancel`, { reason: 'Brings own food' });
  expect(await rowOf(id, ada)).toMatchObject({ chosen: [] });
  expect(await work((tx) => checkBooks(tx))).toEqual([]);
});

test('a student who leaves the class of a fee is proposed to credit with the items as well', async () => {
  const { id, bus } = await newFee();
  const { 'Tunde Bakare': tunde } = ilorin().studentIds;
  await bill(id);
  await save(id, { add: [cell(tunde, bus)], bill_now: 'true' });
  await work((tx) =>
    tx.execute(sql`insert into fee_audience (institution_id, fee_id, kind, class_id)
    values (${ilorin().id}, ${id}, 'class', ${ilorin().classIds['JSS 2']})`),
  );
  const { toCredit } = (await bursar.page(`/fees/${id}/proposals`)).props;
  const row = toCredit.rows.find((each: { id: number }) => each.id === tunde);
  expect(row).toMatchObject({ invoices: 2, amount: 130_000_00, settled: 0 });
  const credited = await bursar.post(`/fees/${id}/proposals/credit`, {
    student_ids: [tunde],
    reason: 'Left the class',
  });
  expect(credited.statusCode).toBe(303);
  expect(await invoicesOf(id, tunde)).toEqual([]);
});

test('an item that was paid for is taken back once a second person agrees', async () => {
  const { id, bus } = await newFee();
  const { 'Musa Garba': musa } = ilorin().studentIds;
  await save(id, { add: [cell(musa, bus)] });
  await bill(id);
  const [invoice] = await invoicesOf(id, musa);
  const till = openTill(world);
  const cashier = await world.as('cashier');
  await till.openDay(cashier);
  expect((await till.pay(cashier, musa, 130_000_00, [[invoice!.id, 130_000_00]])).statusCode).toBe(200);
  const credit = { amount: 30_000_00, reason: 'Walks', item_id: bus };
  expect((await bursar.post(`/invoices/${invoice!.id}/credit`, credit)).statusCode).toBe(303);
  expect(await rowOf(id, musa)).toMatchObject({ chosen: [bus] });
  const principal = await world.as('principal');
  const { waiting } = (await principal.page('/approvals')).props;
  await principal.post(`/approvals/${waiting[0].id}/approve`);
  expect(await rowOf(id, musa)).toMatchObject({ chosen: [] });
});

test('ticks are refused for people who may not bill, for strangers to the fee and for an ended one', async () => {
  const { id, bus } = await newFee();
  const { 'Ada Obi': ada, 'Efe Omoregie': efe } = ilorin().studentIds;
  const principal = await world.as('principal');
  expect((await principal.get(`/fees/${id}/items`)).statusCode).toBe(403);
  expect((await save(id, { add: [cell(ada, bus)] }, principal)).statusCode).toBe(403);
  const stranger = await save(id, { add: [cell(efe, bus)] });
  expect([stranger.statusCode, stranger.body]).toEqual([422, expect.stringContaining('is not for Efe')]);
  expect((await save(id, {})).statusCode).toBe(422);
  await bursar.post(`/fees/${id}/end`);
  expect((await save(id, { add: [cell(ada, bus)] })).statusCode).toBe(409);
});

test('what an item takes back is taken from the income of its category', async () => {
  const { 'Ada Obi': ada } = ilorin().studentIds;
  const categoryId = await work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from fee_categories where name = 'Transport'`);
    return Number(rows[0]!.id);
  });
  const { id, particularIds } = await work((tx) =>
    addFee(tx, ilorin(), {
      particulars: [{ amount: 100_000_00 }, { amount: 30_000_00, isOptional: true, categoryId }],
    }),
  );
  await save(id, { add: [cell(ada, particularIds[1]!)] });
  await bill(id);
  const [invoice] = await invoicesOf(id, ada);
  const credit = { amount: 30_000_00, reason: 'Lives next door', item_id: particularIds[1] };
  expect((await bursar.post(`/invoices/${invoice!.id}/credit`, credit)).statusCode).toBe(303);
  const { rows } = await work((tx) =>
    tx.execute(sql`select a.name, l.amount from credit_notes n
      join ledger_entries e on e.source = 'credit_note' and e.source_id = n.id
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.ledger_account_id
      where n.invoice_id = ${invoice!.id} order by l.position`),
  );
  expect(rows).toEqual([
    { name: 'Transport', amount: 30_000_00 },
    { name: 'Fees receivable', amount: -30_000_00 },
  ]);
});

test('an item is worth its charge less its part of the discounts, as they were applied', () => {
  const charge = (amount: number, categoryId: number, particularId: number) => ({
    amount,
    categoryId,
    particularId,
    covers: null,
  });
  const off = (amount: number, covers: number | null) => ({
    amount: -amount,
    categoryId: null,
    particularId: null,
    covers,
  });
  const lines = [charge(100, 1, 1), charge(60, 2, 2)];
  expect(netItemAmount([...lines, off(16, null)], 2)).toBe(54);
  expect(netItemAmount([...lines, off(30, 2)], 2)).toBe(30);
  expect(netItemAmount([...lines, off(30, 1)], 2)).toBe(60);
  expect(netItemAmount([...lines, off(30, 2), off(13, null)], 2)).toBe(27);
});
