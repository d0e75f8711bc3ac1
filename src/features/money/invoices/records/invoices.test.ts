import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { lockOpenInvoices } from '../open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let principal: Browser;
beforeEach(async () => {
  world = await startSchool();
  await letOnePersonGive(world.database, world.school.ilorin.id, 7_000_00);
  bursar = await world.as('bursar');
  principal = await world.as('principal');
});
afterEach(() => world.close());

const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([world.school.ilorin.id], act);
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const day = '2026-11-20';

const categoryId = (name = 'Uniforms and books') =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from fee_categories where name = ${name}`);
    return rows[0]!.id;
  });

/** Issues an invoice and returns its id. */
async function issue(amount: number, studentId = ada()): Promise<number> {
  const lines = { 1: { name: 'Lost library book', category_id: await categoryId(), amount } };
  const answer = await bursar.post('/invoices', {
    student_id: studentId,
    title: 'Lost library book',
    due_on: '2099-12-31',
    lines,
  });
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(/\/invoices\/(\d+)/.exec(String(answer.headers.location))![1]);
}

const pay = (amount: number, studentId = ada()) =>
  work(async (tx) => {
    const { id } = world.school.ilorin;
    await tx.execute(sql`select id from students where id = ${studentId} for no key update`);
    const open = await lockOpenInvoices(tx, id, [studentId]);
    const share = shareOldestFirst(studentId, amount, open);
    return receivePayment(tx, systemActor(id, 'Test'), id, { channel: 'cash', amount, day, shares: [share] });
  });

const invoice = async (id: number) => (await bursar.page(`/invoices/${id}`)).props.invoice;
const balance = (studentId = ada()) =>
  work(async (tx) => {
    const { rows } = await tx.execute(sql`select owed, credit from student_balances where student_id = ${studentId}`);
    return rows[0];
  });

/** Approves the only request that waits. */
async function approve(browser = principal) {
  const { waiting } = (await browser.page('/approvals')).props;
  expect(waiting).toHaveLength(1);
  return browser.post(`/approvals/${waiting[0].id}/approve`);
}

test('3.7 a bursar issues an invoice for one student, and it is found by number, name and admission number', async () => {
  const id = await issue(5_000_00);
  expect(await invoice(id)).toMatchObject({
    number: 1,
    total: 5_000_00,
    open: 5_000_00,
    state: 'open',
    surname: 'Obi',
    lines: [{ name: 'Lost library book', amount: 5_000_00, category: 'Uniforms and books' }],
    dues: [{ dueOn: '2099-12-31', amount: 5_000_00, open: 5_000_00 }],
    can: { credit: true, cancel: true, waive: true },
  });
  const { admissionNumber } = await invoice(id);
  for (const q of ['INV-000001', '1', 'obi', admissionNumber])
    expect((await bursar.page(`/invoices?q=${encodeURIComponent(q)}`)).props.rows).toHaveLength(1);
  expect((await bursar.page('/invoices?q=garba')).props.rows).toEqual([]);
  const list = { component: 'invoices/invoice-list', props: ['totals'] };
  expect((await bursar.page('/invoices', list)).props.totals).toEqual([
    { currency: 'NGN', count: 1, total: 5_000_00, open: 5_000_00 },
  ]);
  expect(await balance()).toEqual({ owed: 5_000_00, credit: 0 });
});

test('an invoice is refused with the field that is wrong, and nothing is issued', async () => {
  const line = { name: 'Book', category_id: await categoryId(), amount: 5_000_00 };
  const given = { student_id: ada(), title: 'Book', due_on: '2099-12-31' };
  const refused = async (body: object) => {
    const answer = await bursar.post('/invoices', body);
    expect(answer.statusCode).toBe(422);
    return Object.keys(answer.json().errors);
  };
  expect(await refused({ ...given, lines: { 1: { ...line, amount: -5 } } })).toEqual(['lines.1.amount']);
  expect(await refused({ ...given, lines: { 1: { ...line, amount: '10000000000000000' } } })).toEqual([
    'lines.1.amount',
  ]);
  expect(await refused({ ...given, lines: { 1: { ...line, category_id: 999_999 } } })).toEqual(['lines.1.category_id']);
  expect(await refused({ ...given, due_on: '2020-01-01', lines: { 1: line } })).toEqual(['due_on']);
  expect(await refused({ ...given, lines: {} })).toEqual(['form']);
  const stranger = world.school.offa.studentIds['Yakubu Ndako'];
  expect((await bursar.post('/invoices', { ...given, student_id: stranger, lines: { 1: line } })).statusCode).toBe(404);
  expect((await bursar.page('/invoices')).props.rows).toEqual([]);
});

test('a form that is sent twice issues one invoice', async () => {
  const body = {
    student_id: ada(),
    title: 'Book',
    due_on: '2099-12-31',
    lines: { 1: { name: 'Book', category_id: await categoryId(), amount: 1_00 } },
  };
  const key = { 'idempotency-key': 'the-same-form-twice-1' };
  const [one, two] = [await bursar.post('/invoices', body, key), await bursar.post('/invoices', body, key)];
  expect(two.headers.location).toBe(one.headers.location);
  expect((await bursar.page('/invoices')).props.rows).toHaveLength(1);
});

test('a credit note takes at most what is left of the invoice', async () => {
  const id = await issue(5_000_00);
  const tooMuch = await bursar.post(`/invoices/${id}/credit`, { amount: 5_000_01, reason: 'Wrong' });
  expect(tooMuch.json().errors.amount).toBe('₦5,000.00 can be credited at most.');
  await bursar.post(`/invoices/${id}/credit`, { amount: 2_000_00, reason: 'Found again' });
  expect(await invoice(id)).toMatchObject({
    open: 3_000_00,
    credited: 2_000_00,
    state: 'open',
    creditNotes: [{ number: 1, kind: 'correction', amount: 2_000_00, reason: 'Found again' }],
  });
  expect((await invoice(id)).history.map(({ summary }: { summary: string }) => summary)).toEqual([
    'issued CRN-000001 for INV-000001',
    'issued INV-000001',
  ]);
});

test('a credit note of what was paid waits for a second person, then becomes credit', async () => {
  const id = await issue(5_000_00);
  await pay(4_000_00);
  const answer = await bursar.post(`/invoices/${id}/credit`, { amount: 2_000_00, reason: 'Charged too much' });
  expect(answer.statusCode).toBe(303);
  expect(await invoice(id)).toMatchObject({ credited: 0, isWaiting: true });
  expect((await approve()).statusCode).toBe(200);
  expect(await invoice(id)).toMatchObject({ credited: 2_000_00, settled: 3_000_00, open: 0, isWaiting: false });
  expect(await balance()).toEqual({ owed: 0, credit: 1_000_00 });
});

test('an unpaid invoice is cancelled at once; a paid one waits, and says what becomes credit', async () => {
  const unpaid = await issue(5_000_00);
  await bursar.post(`/invoices/${unpaid}/cancel`, { reason: 'Typed for the wrong child' });
  expect(await invoice(unpaid)).toMatchObject({ state: 'cancelled', open: 0, can: { credit: false, cancel: false } });
  const again = await bursar.post(`/invoices/${unpaid}/cancel`, { reason: 'Again' });
  expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining('already cancelled')]);

  const paid = await issue(5_000_00);
  await pay(1_500_00);
  await bursar.post(`/invoices/${paid}/cancel`, { reason: 'Wrong child' });
  const { waiting } = (await principal.page('/approvals')).props;
  expect(waiting[0].summary).toBe('cancel INV-000002, of which ₦1,500.00 was paid');
  expect(waiting[0].details).toContainEqual(['Becomes credit', '₦1,500.00']);
  expect((await bursar.post(`/approvals/${waiting[0].id}/approve`)).statusCode).toBe(403);
  await approve();
  expect(await invoice(paid)).toMatchObject({ state: 'cancelled', settled: 0 });
  expect(await balance()).toEqual({ owed: 0, credit: 1_500_00 });
});

test('a waiver and a write-off take effect once another person has approved, and never above what is left', async () => {
  const id = await issue(5_000_00);
  const waiver = { how: 'waiver', amount: 2_000_00, reason: 'Hardship' };
  expect((await bursar.post(`/invoices/${id}/waive`, { ...waiver, amount: 5_000_01 })).json().errors.amount).toBe(
    '₦5,000.00 is left to pay. Enter that or less.',
  );
  await bursar.post(`/invoices/${id}/waive`, waiver);
  expect(await invoice(id)).toMatchObject({ open: 5_000_00, isWaiting: true });
  await approve();
  expect(await invoice(id)).toMatchObject({
    open: 3_000_00,
    settled: 2_000_00,
    payments: [{ channel: 'waiver', amount: 2_000_00, receiptNumber: null }],
  });
  await bursar.post(`/invoices/${id}/waive`, { how: 'write_off', amount: 3_000_00, reason: 'Left the country' });
  await approve();
  expect(await invoice(id)).toMatchObject({ open: 0, state: 'paid', can: { waive: false } });
  expect(await balance()).toEqual({ owed: 0, credit: 0 });
});

test('a waiver that waits while the student pays is refused with what is left', async () => {
  const id = await issue(5_000_00);
  await bursar.post(`/invoices/${id}/waive`, { how: 'waiver', amount: 4_000_00, reason: 'Hardship' });
  await pay(2_000_00);
  const answer = await approve();
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('₦3,000.00 is left to pay')]);
  expect(await invoice(id)).toMatchObject({ open: 3_000_00 });
});

test('a cashier sees invoices or not by permission, and changes none', async () => {
  const id = await issue(5_000_00);
  const registrar = await world.as('registrar');
  expect((await registrar.get(`/invoices/${id}`)).statusCode).toBe(403);
  expect((await principal.post(`/invoices/${id}/cancel`, { reason: 'No' })).statusCode).toBe(403);
  const elsewhere = await world.as('in.both');
  expect((await elsewhere.get(`/invoices/${id}`)).statusCode).toBe(404);
  expect((await elsewhere.post(`/invoices/${id}/credit`, { amount: 1, reason: 'No' })).statusCode).toBe(404);
});

test('without a limit every credit note and cancellation waits for a second person', async () => {
  await letOnePersonGive(world.database, world.school.ilorin.id, 0);
  const [one, other] = [await issue(5_000_00), await issue(4_000_00)];
  await bursar.post(`/invoices/${one}/credit`, { amount: 1_00, reason: 'Paid in cash' });
  await bursar.post(`/invoices/${other}/cancel`, { reason: 'Paid in cash' });
  expect(await balance()).toEqual({ owed: 9_000_00, credit: 0 });
  const { waiting } = (await principal.page('/approvals')).props;
  expect(waiting.map(({ summary }: { summary: string }) => summary).toSorted()).toEqual([
    'cancel INV-000002 of ₦4,000.00',
    'credit ₦1.00 of INV-000001',
  ]);
  for (const { id } of waiting) await principal.post(`/approvals/${id}/approve`);
  expect(await balance()).toEqual({ owed: 4_999_00, credit: 0 });
  const agreed = await work((tx) =>
    tx.execute(sql`select count(*)::int as n from credit_notes where agreed_by = ${world.school.accounts.principal}`),
  );
  expect(agreed.rows).toEqual([{ n: 2 }]);
});

test('many small credit notes of one person in a term add up to the limit, also by two at once', async () => {
  const ids = [await issue(4_000_00), await issue(4_000_00)];
  await Promise.all(ids.map((id) => bursar.post(`/invoices/${id}/credit`, { amount: 4_000_00, reason: 'Small' })));
  expect(await balance()).toEqual({ owed: 4_000_00, credit: 0 });
  await approve();
  expect(await balance()).toEqual({ owed: 0, credit: 0 });
  const more = await issue(3_000_00);
  await bursar.post(`/invoices/${more}/credit`, {
    amount: 3_000_00,
    reason: 'Fits: what was agreed to does not count',
  });
  expect(await balance()).toEqual({ owed: 0, credit: 0 });
  const last = await issue(1_00);
  await bursar.post(`/invoices/${last}/cancel`, { reason: 'One too many' });
  expect(await balance()).toEqual({ owed: 1_00, credit: 0 });
});

test('the limit is raised by two people and lowered by one', async () => {
  const { id: institution_id } = world.school.ilorin;
  const limit = async () => (await bursar.page('/fee-settings')).props;
  const save = async (wanted: number) =>
    bursar.post('/fee-settings', { institution_id, limit: wanted, opened: (await limit()).opened });
  expect((await limit()).limit).toBe(7_000_00);
  await save(9_000_00);
  expect((await limit()).limit).toBe(7_000_00);
  await approve();
  expect((await limit()).limit).toBe(9_000_00);
  await save(1_00);
  expect((await limit()).limit).toBe(1_00);
  expect((await principal.get('/fee-settings')).statusCode).toBe(403);
});

test('the note for the parents is stored, listed, reported, printed on the bill and exported with the child’s data', async () => {
  const note = 'Bring the book back, and the charge is cancelled.';
  const body = {
    student_id: ada(),
    title: 'Lost library book',
    due_on: '2099-12-31',
    lines: { 1: { name: 'Book', category_id: await categoryId(), amount: 5_000_00 } },
  };
  const refused = await bursar.post('/invoices', { ...body, note: 'x'.repeat(301) });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('The note can have up to 300')]);
  const answer = await bursar.post('/invoices', { ...body, note: ` ${note} ` });
  const id = Number(/\d+$/.exec(String(answer.headers.location))![0]);
  expect(await invoice(id)).toMatchObject({ note });
  expect((await bursar.page('/invoices')).props.rows).toMatchObject([{ id, note }]);
  const design = {
    subject: 'invoice',
    selected_fields: 'remove_invoice_note',
    filters: '{"groups":[]}',
    sort: '[]',
    group_by: '',
    limit: '',
    totals: 'false',
    distinct: 'false',
  };
  const institution_id = String(world.school.ilorin.id);
  const report = { institution_id, design: JSON.stringify({ institution_id, ...design }) };
  expect((await bursar.page(`/reports/run?${new URLSearchParams(report)}`)).props.rows).toMatchObject([
    { cells: [note] },
  ]);
  const [bill] = await pdfText((await bursar.post(`/invoices/${id}/print`)).rawPayload);
  expect(bill).toContain(`Note for the parents: ${note}`);
  const registrar = await world.as('registrar');
  expect((await registrar.get(`/privacy/students/${ada()}/data.json`)).body).toContain(note);
});
