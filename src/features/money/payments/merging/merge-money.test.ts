import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memberships } from '#kernel/identity.schema.ts';
import { systemActor } from '#kernel/actor.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment, recordPending, lockPayment } from '../receive-payment.ts';
import { refundPayment } from '../corrections/refund-payment.ts';
import { settlePending, shareOldestFirst } from '../settle-pending.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  // Records with a sign-in need a second person for another reason.
  await till.work((tx) => tx.delete(memberships).where(isNotNull(memberships.studentId)));
});
afterEach(() => world.close());

const system = () => systemActor(till.institutionId, 'Test');
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const ngozi = () => world.school.ilorin.studentIds['Ngozi Okafor'];

const pay = (studentId: number, amount: number) =>
  till.work(async (tx) => {
    const open = await lockOpenInvoices(tx, till.institutionId, [studentId]);
    return receivePayment(tx, system(), till.institutionId, {
      channel: 'cash',
      amount,
      day: till.day,
      shares: [shareOldestFirst(studentId, amount, open)],
    });
  });

const expectRightBooks = async () => expect(await till.work(checkBooks)).toEqual([]);

const state = async () => ({
  ada: await till.balance(ada()),
  ngozi: await till.balance(ngozi()),
  books: await till.books(),
  invoices: await till.work((tx) =>
    tx
      .select({ id: invoices.id, studentId: invoices.studentId, settled: invoices.settled })
      .from(invoices)
      .orderBy(invoices.id),
  ),
});

/** The registrar asks to merge Ngozi into Ada, the accountant approves. Returns the address that undoes it. */
async function merge(): Promise<{ registrar: Browser; undo: string }> {
  const registrar = await world.as('registrar');
  const asked = await registrar.post(`/students/${ada()}/merge`, { otherId: ngozi() });
  expect([asked.statusCode, asked.body]).toEqual([303, '']);
  expect((await registrar.page(asked.headers.location as string)).flash.message).toContain('Sent for approval');
  await approve();
  const { rows } = (await registrar.page('/merges')).props;
  return { registrar, undo: `/merges/${rows[0].id}/undo` };
}

async function approve() {
  const owner = await world.as('owner');
  const { waiting } = (await owner.page('/approvals')).props;
  const done = await owner.post(`/approvals/${waiting[0].id}/approve`);
  expect(done.statusCode, done.body).toBe(200);
}

test('two records with money become one: entries move what is owed and paid, and move it back', async () => {
  const kept = await till.bill(ada(), 50_000_00);
  await pay(ada(), 20_000_00);
  const settled = await till.bill(ngozi(), 30_000_00);
  await pay(ngozi(), 30_000_00);
  const open = await till.bill(ngozi(), 40_000_00);
  await pay(ngozi(), 15_000_00);
  const before = await state();
  const entries = () => till.work((tx) => tx.execute(sql`select * from ledger_lines order by entry_id, position`));
  const { rows: posted } = await entries();

  const { registrar, undo } = await merge();
  await expectRightBooks();
  expect(await state()).toMatchObject({
    ada: { owed: 55_000_00, credit: 0 },
    ngozi: { owed: 0, credit: 0 },
    books: before.books,
    invoices: [
      { id: kept, studentId: ada(), settled: 20_000_00 },
      { id: settled, studentId: ada(), settled: 30_000_00 },
      { id: open, studentId: ada(), settled: 15_000_00 },
    ],
  });
  // Nothing that was posted is another now.
  expect((await entries()).rows.slice(0, posted.length)).toEqual(posted);

  expect((await registrar.post(undo)).statusCode).toBe(200);
  await expectRightBooks();
  expect(await state()).toEqual(before);
  // Merged and unmerged once more, under another part of each source.
  const again = await merge();
  expect((await again.registrar.post(again.undo)).statusCode).toBe(200);
  await expectRightBooks();
  expect(await state()).toEqual(before);
});

test('the credit of one record pays what the other owes; parted again, each pays its own', async () => {
  await till.bill(ada(), 50_000_00);
  await pay(ngozi(), 20_000_00);
  const before = await state();
  const { registrar, undo } = await merge();
  expect(await till.balance(ada())).toEqual({ owed: 30_000_00, credit: 0 });
  await pay(ada(), 30_000_00);
  expect((await registrar.post(undo)).statusCode).toBe(200);
  await expectRightBooks();
  expect(await till.balance(ada())).toEqual({ owed: 20_000_00, credit: 0 });
  expect(await till.balance(ngozi())).toEqual(before.ngozi);
});

test('a payment that is waiting is the kept record’s when its money comes; a refund stays where it was paid from', async () => {
  const { id: refunded } = await pay(ngozi(), 10_000_00);
  await till.work(async (tx) => {
    const payment = (await lockPayment(tx, till.institutionId, refunded))!;
    await refundPayment(tx, system(), payment, { studentId: ngozi(), amount: 4_000_00, reason: 'R', day: till.day });
  });
  const cheque = await till.work((tx) =>
    recordPending(tx, system(), till.institutionId, {
      channel: 'cheque',
      amount: 7_000_00,
      day: till.day,
      shares: [{ studentId: ngozi(), amount: 7_000_00, allocations: [] }],
    }),
  );
  const { registrar, undo } = await merge();
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 6_000_00 });
  await till.work(async (tx) =>
    settlePending(tx, system(), (await lockPayment(tx, till.institutionId, cheque))!, till.day),
  );
  await expectRightBooks();
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 13_000_00 });
  expect((await registrar.post(undo)).statusCode).toBe(200);
  await expectRightBooks();
  expect(await till.balance(ngozi())).toEqual({ owed: 0, credit: 13_000_00 });

  // What was refunded since is not taken back from the other record.
  const again = await merge();
  await till.work(async (tx) => {
    const payment = (await lockPayment(tx, till.institutionId, refunded))!;
    await refundPayment(tx, system(), payment, { studentId: ada(), amount: 6_000_00, reason: 'R', day: till.day });
  });
  const refused = await again.registrar.post(again.undo);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringContaining('refunded or moved since the merge'),
  ]);
});

test('two bills of one fee: the page says which, one is cancelled, and then they are merged either way', async () => {
  const feeId = await till.fee('Tuition of the term');
  await till.bill(ada(), 50_000_00, { title: 'Tuition of the term', feeId });
  const twin = await till.bill(ngozi(), 50_000_00, { title: 'Tuition of the term', feeId });
  await pay(ngozi(), 50_000_00);
  const registrar = await world.as('registrar');
  const words =
    'Both records were billed for Tuition of the term: INV-000001 and INV-000002. Have one of the two invoices cancelled, then merge.';
  const { conflicts } = (await registrar.page(`/students/${ada()}/merge?with=${ngozi()}`)).props;
  expect(conflicts[1]).toContain(words);
  const refused = await registrar.post(`/students/${ada()}/merge`, { otherId: ngozi() });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain(words);
  const other = await registrar.post(`/students/${ngozi()}/merge`, { otherId: ada() });
  expect(other.statusCode).toBe(422);

  const { cancelInvoice, lockInvoice } = await import('#features/money/invoices/credit-invoice.ts');
  await till.work(async (tx) =>
    cancelInvoice(tx, system(), (await lockInvoice(tx, till.institutionId, twin))!, {
      reason: 'Billed twice',
      day: till.day,
      agreedBy: null,
    }),
  );
  await merge();
  await expectRightBooks();
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 0 });
});

test('who moves money alone is refused: an owner too asks someone who approves moves of payments', async () => {
  await till.bill(ngozi(), 5_000_00);
  const owner = await world.as('owner');
  await owner.post(`/students/${ada()}/merge`, { otherId: ngozi() });
  const [bill] = await till.work((tx) => tx.select().from(invoices).where(eq(invoices.studentId, ngozi())));
  expect(bill).toBeDefined();
  const registrar = await world.as('registrar');
  expect((await registrar.page('/approvals')).props.waiting).toEqual([]);
  // Merged the other way, nothing moves, and nobody is asked.
  const other = await registrar.post(`/students/${ngozi()}/merge`, { otherId: ada() });
  expect(other.statusCode, other.body).toBe(303);
  await expectRightBooks();
});
