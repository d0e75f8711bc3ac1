import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePins } from '#features/money/pins/batches/make-pins.job.ts';
import type { Browser } from '#test/harness/app.ts';
import { startSchool } from '#test/harness/app.ts';
import { ok } from '#test/harness/online-school.ts';
import { openTill } from '#test/harness/till.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let bursar: Browser;
let officer: Browser;
let cashier: Browser;
let principal: Browser;
let kindId: number;
const idOf = async (query: string) =>
  Number((await till.work((tx) => tx.execute<{ id: number }>(sql.raw(query)))).rows[0]!.id);

beforeAll(async () => {
  world = await startSchool();
  till = openTill(world);
  [bursar, officer, cashier, principal] = (await Promise.all(
    ['bursar', 'admission_officer', 'cashier', 'principal'].map((name) => world.as(name)),
  )) as [Browser, Browser, Browser, Browser];
  await ok(
    bursar.post('/pin-kinds', {
      institution_id: till.institutionId,
      name: 'Entrance form',
      type: 'registration',
      program_id: '',
      price: 500000,
      valid_days: 365,
      views: 5,
      is_on_sale: '',
      most_per_order: 5,
      sold_at: 'Bursary',
      instructions: 'Keep it dry.',
    }),
  );
  kindId = await idOf(`select id from pin_kinds`);
});
afterAll(() => world.close());

const textOf = (file: Buffer) => pdfText(file).flat().join(' ');
/** Makes pins as the officer does; the id of their batch. */
async function make(purpose: 'cards' | 'orders', quantity: number, layout = '') {
  await ok(officer.post('/pin-batches', { kind_id: kindId, purpose, quantity, expires_on: '', layout }));
  const batchId = await idOf(`select max(id) as id from pin_batches`);
  await makePins(world.services, { institutionId: till.institutionId, batchId }, new AbortController().signal);
  return batchId;
}
const sale = (more: object) =>
  cashier.post('/pin-sales', {
    institution_id: till.institutionId,
    how: 'slip',
    kind_id: kindId,
    quantity: 1,
    channel: 'cash',
    first_serial: '',
    last_serial: '',
    seller_id: '',
    reference: '',
    buyer_name: '',
    buyer_phone: '',
    buyer_email: '',
    ...more,
  });
const orderAt = async (answer: Awaited<ReturnType<typeof sale>>) =>
  (await cashier.page(String(answer.headers.location))).props.order;

test('a sheet is readable for the one who made it, after confirming again, until it is confirmed as printed', async () => {
  const batchId = await make('cards', 12, 'cards10');
  const colleague = await world.as('owner');
  expect((await colleague.get(`/pin-batches/${batchId}/sheet`)).statusCode).toBe(409);
  expect((await bursar.post(`/pin-batches/${batchId}/open`, {})).statusCode).toBe(403);
  await ok(officer.post(`/pin-batches/${batchId}/open`, {}));
  const sheet = await officer.get(`/pin-batches/${batchId}/sheet`);
  const text = textOf(sheet.rawPayload);
  expect(text).toContain('00000001');
  expect(text).toMatch(/\d{4} \d{4} \d{4}/);
  const [{ props }] = [await officer.page(`/pin-batches/${batchId}`)];
  const first = props.batch.firstSerial;
  // Not printed yet: nobody can have the cards.
  expect((await sale({ how: 'cards', first_serial: String(first) })).json().errors.first_serial).toContain(
    'not on a printed card',
  );
  await ok(officer.post(`/pin-batches/${batchId}/printed`, {}));
  expect((await officer.get(`/pin-batches/${batchId}/sheet`)).statusCode).toBe(409);
  expect(await idOf(`select count(*) as id from files where purpose = 'pins'`)).toBe(0);
});

test('a cashier sells a pin on a slip and a card, with receipts, into the day; the books and the day have it', async () => {
  expect((await sale({})).json().errors.day_id ?? (await sale({})).json().errors.quantity).toBeTruthy();
  await make('orders', 3);
  await ok(till.openDay(cashier));
  expect((await sale({ price: 1, amount: 1, channel: 'transfer' })).json().errors).toEqual({
    reference: 'Enter the reference of the transfer.',
  });
  const slip = await orderAt(await ok(sale({ price: 1, amount: 1, unit_price: 1, buyer_name: 'Musa Danladi' }), 303));
  expect(slip).toMatchObject({ status: 'fulfilled', amount: 500000, can: { slip: true }, payments: [{ receipt: 1 }] });
  expect(JSON.stringify(slip)).not.toMatch(/\d{12}/);
  const text = textOf((await ok(cashier.post(`/pin-sales/${slip.id}/slip`, {}))).rawPayload);
  expect(text).toMatch(/\d{4} \d{4} \d{4}/);
  // Nobody else prints it, and nobody after the day.
  expect((await (await world.as('owner')).post(`/pin-sales/${slip.id}/slip`, {})).statusCode).toBe(409);
  const card = await orderAt(
    await ok(sale({ how: 'cards', first_serial: '00000001', last_serial: '2', channel: 'pos' }), 303),
  );
  expect(card).toMatchObject({ quantity: 2, amount: 1000000, hasCards: true, can: { slip: false } });
  expect((await sale({ how: 'cards', first_serial: '1' })).json().errors.first_serial).toContain('is sold already');
  expect(await till.books()).toMatchObject({ Cash: 500000, 'POS terminals': 1000000, 'Pin sales': -1500000 });
  const { props } = await cashier.page(`/payment_records/${slip.payments[0].id}`);
  expect(props).toMatchObject({
    orderId: slip.id,
    note: 'ORD-000001: 1 × Entrance form',
    can: { reverse: false, refund: false, move: false },
  });
  expect(props.entries).toHaveLength(2);
  const reversed = await bursar.post(`/payments/${slip.payments[0].id}/reverse`, { reason: 'Typed twice' });
  expect(reversed.json().message).toContain('for an order');
  const receipt = await ok(cashier.post(`/payments/${slip.payments[0].id}/receipt?paper=a4`, {}));
  expect(textOf(receipt.rawPayload)).toContain('Entrance form');
});

test('a seller gets cards, an applicant uses one, and the seller pays for what was sold', async () => {
  await ok(
    bursar.post('/pin-sellers', { institution_id: till.institutionId, name: 'Kwara Bank', kind: 'bank', contact: '' }),
  );
  const seller = await idOf(`select id from pin_sellers`);
  const hand = (first: string, last: string, direction = 'out') =>
    officer.post('/pin-handovers', { seller_id: seller, direction, first_serial: first, last_serial: last, note: '' });
  expect((await hand('1', '4')).json().errors.first_serial).toContain('is sold, and 1 other card');
  await ok(hand('3', '6'));
  await till.work((tx) => tx.execute(sql`update pins set status = 'used', used_at = now() where serial = 3`));
  const [row] = (await bursar.page('/pins')).props.sellers;
  expect(row).toMatchObject({ name: 'Kwara Bank', has: 3, unpaidUsed: 1, owes: 500000 });
  expect((await sale({ how: 'cards', first_serial: '3', last_serial: '4' })).json().errors.first_serial).toContain(
    'with a seller',
  );
  const paid = {
    how: 'cards',
    first_serial: '3',
    last_serial: '4',
    seller_id: seller,
    channel: 'transfer',
    reference: 'KB-1',
  };
  expect(await orderAt(await ok(sale(paid), 303))).toMatchObject({ quantity: 2, buyer: 'Kwara Bank' });
  await ok(hand('5', '6', 'back'));
  expect((await bursar.page('/pins')).props.sellers[0]).toMatchObject({ has: 0, unpaidUsed: 0, paid: 2, owes: 0 });
});

test('a refund needs a second person, voids the pins and is handed over like any other; used pins are not refunded', async () => {
  const order = await orderAt(await ok(sale({ buyer_name: 'Bisi Alao' }), 303));
  await ok(bursar.post(`/pin_transactions/${order.id}/refund`, { reason: 'Bought by mistake' }));
  const approval = await idOf(`select max(id) as id from approvals`);
  expect((await bursar.post(`/approvals/${approval}/approve`)).statusCode).toBeGreaterThanOrEqual(400);
  await ok(principal.post(`/approvals/${approval}/approve`));
  const { props } = await bursar.page(`/pin_transactions/${order.id}`);
  expect(props.order).toMatchObject({
    status: 'refunded',
    pins: [{ status: 'void' }],
    payments: [{ status: 'refunded' }],
  });
  const refund = await idOf(`select id from refunds where payment_id = ${order.payments[0].id}`);
  await ok(cashier.post(`/refunds/${refund}/pay`, { channel: 'cash', reference: '' }));
  const used = await idOf(`select o.id from orders o join pins p on p.order_id = o.id and p.status = 'used' limit 1`);
  expect((await bursar.post(`/pin_transactions/${used}/refund`, { reason: 'x' })).json().message).toContain('is used');
});

test('2.8 3.9 3.10 the search by date or by number gives totals, serials and no secret; others see nothing', async () => {
  const { props } = await bursar.page(`/pin_transactions?date_from=${till.day}&date_to=${till.day}`);
  expect(props.rows.length).toBe(4);
  expect(props.totals).toEqual([{ currency: 'NGN', orders: 4, pins: 5, received: 2500000, waiting: 0 }]);
  const byNumber = await bursar.page('/pin_transactions?order_number=ord-1');
  expect(byNumber.props.rows).toMatchObject([
    { number: 1, buyer: 'Musa Danladi', channel: 'cash', uses: 0, serials: ['00000013'] },
  ]);
  expect((await bursar.page('/pin_transactions?date_from=2020-01-01&date_to=2020-12-31')).props.rows).toEqual([]);
  const file = await ok(bursar.get('/pin_transactions/export.csv'));
  expect(file.body).toContain('ORD-000001');
  expect(file.body).not.toMatch(/\d{12}/);
  const [{ id }] = props.rows;
  const foreign = await world.as('registrar.offa');
  expect((await foreign.get(`/pin_transactions/${id}`)).statusCode).toBeGreaterThanOrEqual(403);
  expect((await (await world.as('teacher')).get('/pin_transactions')).statusCode).toBe(403);
});
