import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  cashier = await world.as('cashier');
  await till.openDay(cashier);
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const print = async (id: number, paper = 'a4') => {
  const answer = await cashier.post(`/payments/${id}/receipt?paper=${paper}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return (await pdfText(answer.rawPayload)).join('\n').replace(/\s+/g, ' ');
};

test('a receipt says what was paid; a second print is a duplicate, and a reversed one says what it had paid', async () => {
  const invoice = await till.bill(ada(), 30_000_00, { title: 'First term fees' });
  const { id } = (await till.pay(cashier, ada(), 35_000_00, [[invoice, 30_000_00]])).json();
  const first = await print(id, 'roll');
  for (const part of ['RCT-000001', '35,000.00', 'First term fees', 'Ada Obi', '/verify/receipt/'])
    expect(first).toContain(part);
  expect(first).not.toContain('DUPLICATE');
  for (const paper of ['a4', 'a5']) expect(await print(id, paper)).toContain('DUPLICATE');
  const [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  expect((await bursar.post(`/payments/${id}/reverse`, { reason: 'Typed twice' })).statusCode).toBe(303);
  const { waiting } = (await principal.page('/approvals')).props;
  await principal.post(`/approvals/${waiting[0].id}/approve`);
  for (const paper of ['a4', 'roll']) {
    const reversed = await print(id, paper);
    for (const part of ['REVERSED: Typed twice', 'First term fees', '30,000.00', '5,000.00'])
      expect(reversed).toContain(part);
  }
});

test('a cheque gets a slip that is not a receipt', async () => {
  const cheque = { channel: 'cheque', reference: '000417', cheque_bank: 'GTBank' };
  const taken = (await till.pay(cashier, ada(), 9_000_00, [], cheque)).json();
  expect(taken.receipt).toBeNull();
  for (const paper of ['a4', 'roll']) expect(await print(taken.id, paper)).toContain('This is not a receipt.');
  expect((await till.balance(ada())).credit).toBe(0);
});

test('a day sheet prints, and receipts of other cashiers are not found', async () => {
  const { id } = (await till.pay(cashier, ada(), 5_000_00)).json();
  const { rows } = (await cashier.page('/cashier-days')).props;
  const sheet = await (await world.as('bursar')).get(`/cashier-days/${rows[0].id}/sheet.pdf`);
  expect((await pdfText(sheet.rawPayload)).join(' ')).toContain('RCT-000001');
  const other = await world.as('ict_administrator');
  expect((await other.post(`/payments/${id}/receipt`)).statusCode).toBe(403);
  await till.work((tx) => tx.execute(`update payments set account_id = null`));
  expect((await cashier.post(`/payments/${id}/receipt`)).statusCode).toBe(404);
});

test('anyone can verify a receipt by its code: initials, amount and whether it still counts', async () => {
  const { id } = (await till.pay(cashier, ada(), 5_000_00)).json();
  const { rows } = await till.work((tx) =>
    tx.execute<{ code: string }>(sql`select code from payments where id = ${id}`),
  );
  const at = `/verify/receipt/${rows[0]!.code}`;
  const visitor = world.nobody();
  expect((await visitor.page(at)).props).toMatchObject({
    institution: 'Ilorin Grammar School',
    number: 1,
    amount: 5_000_00,
    status: 'successful',
    students: ['A. O.'],
  });
  const { headers, body } = await visitor.get(at);
  expect([headers['x-robots-tag'], body.includes('Ada')]).toEqual(['noindex', false]);
  await till.work((tx) => tx.execute(sql`update payments set status = 'reversed' where id = ${id}`));
  expect((await visitor.page(at)).props.status).toBe('reversed');
  await till.work((tx) => tx.execute(sql`update payments set status = 'successful' where id = ${id}`));
  expect((await visitor.get('/verify/receipt/aaaaaaaaaaaaaaaa')).statusCode).toBe(404);
});

test('a receipt is sent to the payer, or to a guardian who pays fees, and to nobody else', async () => {
  const tunde = world.school.ilorin.studentIds['Tunde Bakare'];
  const taken = async (student: number, more: object) =>
    (await till.pay(cashier, student, 5_000_00, [], more)).json().id;
  const own = await taken(ada(), { payer_contact: 'obi@example.com' });
  const none = await taken(ada(), { reference_again: true });
  await till.work((tx) => tx.execute(sql`update student_guardians set pays_fees = true where student_id = ${tunde}`));
  const guardian = await taken(tunde, {});
  expect((await cashier.post(`/payments/${none}/send`)).json().errors.form).toContain('Print the receipt.');
  // What a route doesn't read is not looked at, however deep it is nested.
  const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const sent = await cashier.post(`/payments/${none}/send`, deep, { 'content-type': 'application/json' });
  expect(sent.statusCode).toBe(422);
  for (const id of [own, guardian]) expect((await cashier.post(`/payments/${id}/send`)).statusCode).toBe(303);
  const { rows } = await till.work((tx) =>
    tx.execute(sql`select channel, recipient, body from outbox where body like '%RCT-%' order by id`),
  );
  expect(rows).toMatchObject([
    { channel: 'email', recipient: 'obi@example.com', body: expect.stringContaining('NGN 5,000.00') },
    { channel: 'sms', recipient: '+2348030000001', body: expect.stringContaining('/verify/receipt/') },
  ]);
});
