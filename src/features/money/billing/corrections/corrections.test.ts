import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { notifyOfMoney } from '#features/messages/contact/jobs/notify-of-money.job.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';
import { workOnRun } from '../runs/bill.job.ts';
import { addFee, schemeIds } from '#test/harness/sample-fees.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let principal: Browser;
beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  principal = await world.as('principal');
});
afterEach(async () => {
  expect(await world.database.asSystem([ilorin().id, world.school.offa.id], (tx) => checkBooks(tx))).toEqual([]);
  await world.close();
});

const ilorin = () => world.school.ilorin;
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const rows = <Row>(query: ReturnType<typeof sql>) => work(async (tx) => (await tx.execute(query)).rows as Row[]);

/** A fee of tuition for ₦100,000 and books for ₦20,000, billed to seven students. */
async function billed() {
  const fee = await work((tx) =>
    addFee(tx, ilorin(), { title: 'Term fees', particulars: [{ amount: 100_000_00 }, { amount: 20_000_00 }] }),
  );
  const { headers } = await bursar.post('/fee-runs', { fee_ids: [fee.id] });
  const runId = Number(/\d+$/.exec(String(headers.location))![0]);
  await workOnRun({ database: world.database }, { institutionId: ilorin().id, runId }, new AbortController().signal);
  return fee;
}
/** The bursar edits the amounts of the fee. */
async function edit(feeId: number, ...amounts: number[]) {
  const { fee, opened } = (await bursar.page(`/fees/${feeId}/edit`)).props;
  const particulars = fee.particulars.map((row: object, at: number) => ({
    ...row,
    amount: amounts[at],
  }));
  const { instalments, title, categoryId, sessionId } = fee;
  const answer = await bursar.post(`/fees/${feeId}`, {
    title,
    categoryId,
    sessionId,
    particulars,
    instalments,
    opened,
  });
  expect(answer.statusCode, answer.body).toBe(303);
}
const preview = async (feeId: number, browser = bursar) => (await browser.page(`/fees/${feeId}/proposals`)).props;
const correct = (feeId: number, studentIds: number[], browser = bursar) =>
  browser.post(`/fees/${feeId}/proposals/correct`, { student_ids: studentIds, reason: 'Wrong amount in the fee' });
const correctAll = async (feeId: number) => {
  const { toCorrect } = await preview(feeId);
  const answer = await correct(
    feeId,
    toCorrect.rows.map(({ id }: { id: number }) => id),
  );
  expect(answer.statusCode, answer.body).toBe(303);
  return answer;
};
async function approve() {
  const { waiting } = (await principal.page('/approvals')).props;
  expect(waiting).toHaveLength(1);
  return principal.post(`/approvals/${waiting[0].id}/approve`);
}
const balances = (studentId: number) => openTill(world).balance(studentId);
const undo = async (feeId: number) => {
  const { corrections } = await preview(feeId);
  return bursar.post(`/fee-corrections/${corrections[0].id}/undo`);
};

test('a fee that was too low is corrected on all invoices with one act, shown before, undone for a day', async () => {
  const { id } = await billed();
  await edit(id, 110_000_00, 20_000_00);
  const { toCorrect } = await preview(id);
  expect(toCorrect.rows).toHaveLength(7);
  expect(toCorrect.rows[0]).toMatchObject({
    items: [{ name: 'Item 1', was: 100_000_00, becomes: 110_000_00 }],
    invoices: 1,
    less: 0,
    more: 10_000_00,
    paid: 0,
    isCredited: false,
    isOwn: false,
  });
  await correctAll(id);
  expect((await preview(id)).toCorrect.rows).toEqual([]);
  const ada = ilorin().studentIds['Ada Obi'];
  expect(await balances(ada)).toMatchObject({ owed: 130_000_00 });
  const { rows: listed } = (await bursar.page(`/invoices?fee=${id}&q=Obi`)).props;
  const added = listed.find(({ title }: { title: string }) => title === 'Correction: Term fees');
  const { invoice } = (await bursar.page(`/invoices/${added.id}`)).props;
  expect(invoice.lines).toMatchObject([{ name: 'Item 1: 110,000.00 instead of 100,000.00', amount: 10_000_00 }]);
  const first = listed.find(({ title }: { title: string }) => title === 'Term fees');
  const refused = await bursar.post(`/invoices/${first.id}/cancel`, { reason: 'Left' });
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('first.')]);

  // Undoing it takes off a debt, which needs a second person.
  expect((await undo(id)).statusCode).toBe(200);
  expect(await balances(ada)).toMatchObject({ owed: 130_000_00 });
  expect((await approve()).json()).toMatchObject({ message: 'The correction was undone for 7 students.' });
  expect(await balances(ada)).toMatchObject({ owed: 120_000_00 });
  expect((await preview(id)).corrections).toEqual([]);
  expect((await preview(id)).toCorrect.rows).toHaveLength(7);
});

test('a fee that was too high needs a second person, who sees what becomes credit; discounts follow; undone is as before', async () => {
  const { 'Ada Obi': ada, 'Musa Garba': musa } = ilorin().studentIds;
  const till = openTill(world);
  const fee = await work((tx) =>
    addFee(tx, ilorin(), { title: 'Term fees', particulars: [{ amount: 540_000_00 }, { amount: 20_000_00 }] }),
  );
  await work(async (tx) => {
    const [half] = await schemeIds(tx, ilorin().id, [{ name: 'Half', percent: 50_00, who: 'named' }]);
    await tx.execute(sql`insert into fee_discounts (institution_id, fee_id, position, scheme_id)
      values (${ilorin().id}, ${fee.id}, 1, ${half!})`);
    await tx.execute(sql`insert into discount_students (institution_id, scheme_id, student_id)
      values (${ilorin().id}, ${half!}, ${musa})`);
  });
  await bursar.post(`/fees/${fee.id}/proposals/bill`, { student_ids: [ada, musa] });
  await till.openDay(bursar);
  const before = await till.books();
  expect(await balances(musa)).toMatchObject({ owed: 280_000_00 });
  await edit(fee.id, 54_000_00, 20_000_00);
  const { toCorrect } = await preview(fee.id);
  expect(toCorrect.rows.map(({ less }: { less: number }) => less).toSorted()).toEqual([243_000_00, 486_000_00]);
  await correctAll(fee.id);
  expect(await balances(ada)).toMatchObject({ owed: 560_000_00 });
  const { waiting } = (await principal.page('/approvals')).props;
  expect(waiting[0].summary).toBe('correct 2 invoices of Term fees: ₦729,000.00 less');
  expect((await approve()).statusCode).toBe(200);
  expect([await balances(ada), await balances(musa)]).toMatchObject([{ owed: 74_000_00 }, { owed: 37_000_00 }]);
  expect((await till.books())['Discounts']).toBe(37_000_00);
  expect((await undo(fee.id)).statusCode).toBe(200);
  expect(await till.books()).toEqual(before);
  expect([await balances(ada), await balances(musa)]).toMatchObject([{ owed: 560_000_00 }, { owed: 280_000_00 }]);

  // Corrected again, more is taken off than the first invoice has left: what the undoing added gives the rest.
  await correctAll(fee.id);
  expect((await approve()).statusCode).toBe(200);
  expect([await balances(ada), await balances(musa)]).toMatchObject([{ owed: 74_000_00 }, { owed: 37_000_00 }]);
});

test('what was paid becomes credit after a second person agreed, and the request does not take more than it said', async () => {
  await letOnePersonGive(world.database, ilorin().id);
  const { id } = await billed();
  const ada = ilorin().studentIds['Ada Obi'];
  const till = openTill(world);
  await till.openDay(bursar);
  const [first] = await rows<{ id: number }>(sql`select id from invoices where student_id = ${ada}`);
  const paid = await till.pay(bursar, ada, 120_000_00, [[Number(first!.id), 120_000_00]]);
  expect(paid.statusCode, paid.body).toBe(200);
  await edit(id, 90_000_00, 20_000_00);
  await correct(id, [ada]);
  const { waiting } = (await principal.page('/approvals')).props;
  expect(waiting[0].summary).toContain('of which ₦10,000.00 was paid');
  await edit(id, 80_000_00, 20_000_00);
  const changed = await approve();
  expect([changed.statusCode, changed.body]).toEqual([409, expect.stringContaining('changed since')]);
  await principal.post(`/approvals/${waiting[0].id}/decline`, { reason: 'Changed' });
  await correct(id, [ada]);
  expect((await approve()).statusCode).toBe(200);
  expect(await balances(ada)).toMatchObject({ owed: 0, credit: 20_000_00 });
});

test('nobody corrects the invoice of their own family, and who may not bill corrects nothing', async () => {
  await letOnePersonGive(world.database, ilorin().id);
  const { id } = await billed();
  const { 'Ada Obi': ada, 'Musa Garba': musa } = ilorin().studentIds;
  await edit(id, 90_000_00, 20_000_00);
  await work((tx) =>
    tx.execute(sql`
      with g as (insert into guardians (institution_id, first_name, surname, phone)
        select ${ilorin().id}, 'Bursar', 'Obi', '+2348030009999' returning id),
      m as (update memberships set guardian_id = (select id from g) where account_id = ${world.school.accounts.bursar}
        and institution_id = ${ilorin().id})
      insert into student_guardians (institution_id, student_id, guardian_id) select ${ilorin().id}, ${ada}, id from g`),
  );
  const { toCorrect } = await preview(id);
  const own = toCorrect.rows.filter(({ isOwn }: { isOwn: boolean }) => isOwn);
  expect(own.map(({ id: studentId }: { id: number }) => studentId)).toEqual([ada]);
  const refused = await correct(id, [ada, musa]);
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('own family')]);
  expect((await correct(id, [musa])).statusCode).toBe(303);
  expect((await correct(id, [musa], principal)).statusCode).toBe(403);
  expect((await correct(id, [musa], await world.as('in.both'))).statusCode).toBe(404);
});

test('the family is told once, also when one item costs more and another less, and of the undoing if it was told', async () => {
  await letOnePersonGive(world.database, ilorin().id);
  const { id } = await billed();
  const ngozi = ilorin().studentIds['Ngozi Okafor'];
  await work(async (tx) => {
    await tx.execute(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
      values (${ilorin().id}, 'fees.corrected', 'guardian', 'sms', true, now() - interval '1 hour'),
        (${ilorin().id}, 'fees.invoice', 'guardian', 'sms', true, now() + interval '1 hour')`);
    await tx.execute(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
        values (${ilorin().id}, 'Okafor', 'Mama', '+2348031110001') returning id)
      insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, receives_sms, position)
      select ${ilorin().id}, ${ngozi}, id, true, true, 9 from g`);
  });
  await edit(id, 110_000_00, 15_000_00);
  await correctAll(id);
  const told = () =>
    rows<{
      body: string;
    }>(sql`select body from outbox where institution_id = ${ilorin().id} and event = 'fees.corrected'
      and recipient = '+2348031110001' order by id`);
  for (let i = 0; i < 2; i++) await notifyOfMoney(world.database);
  expect(await told()).toEqual([
    { body: expect.stringMatching(/corrected Term fees for .*: NGN 5,000\.00 more\. Balance NGN 125,000\.00\./) },
  ]);
  expect((await undo(id)).statusCode).toBe(200);
  for (let i = 0; i < 2; i++) await notifyOfMoney(world.database);
  expect((await told()).map(({ body }) => body)).toEqual([
    expect.stringContaining('5,000.00 more'),
    expect.stringContaining('5,000.00 less. Balance NGN 120,000.00'),
  ]);
});
