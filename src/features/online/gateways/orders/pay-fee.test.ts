import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { addApplication } from '#test/harness/sample-admissions.ts';
import { codeHash, makeCode } from '#features/admission/admissions/resume-code.ts';
import type { OrderProps } from '../gateways.pages.ts';
import { siteHosts } from '#features/school/site/site.schema.ts';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { propsOf, sendForm } from '#test/harness/native-form.ts';
import { openIntake } from '#test/harness/open-intake.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';

let paying: Paying;
let ilorin: number;
const code = makeCode();
let applicationId: number;

beforeAll(async () => {
  paying = await startPaying({ publicUrl: 'https://akada.school.ng', trustProxy: true });
  ilorin = paying.world.school.ilorin.id;
  await soldPins(paying.world, 4);
  const intake = await openIntake(paying.world, { requiresPin: true, acceptanceFee: 20_000_00 });
  ({ id: applicationId } = await inside((tx) =>
    addApplication(tx, intake, 'Ada Nwosu', {
      status: 'offered',
      codeHash: codeHash(paying.world.services.secret, ilorin, code),
    }),
  ));
});
afterAll(() => paying.close());

const apply = '/sites/ilorin/apply';
/** What a buyer sends. */
async function buyer() {
  const kinds = await inside((tx) => tx.execute<{ id: number }>(sql`select max(id)::int as id from pin_kinds`));
  return {
    institution_id: String(ilorin),
    program_id: String(paying.world.school.ilorin.programId),
    kind_id: String(kinds.rows[0]!.id),
    quantity: '1',
    buyer_email: 'amina@example.ng',
    buyer_phone: '',
  };
}
const lastOutbox = async () =>
  (await inside((tx) => tx.execute<{ body: string }>(sql`select body from outbox order by id desc limit 1`))).rows[0]!;
const said = ({ statusCode, headers, body }: Answer, words: string) => [
  statusCode,
  String(headers['content-type']).split(';')[0],
  body.includes(words),
];
type Answer = Awaited<ReturnType<typeof sendForm>>;

const inside = <T>(work: (tx: Tx) => Promise<T>) => paying.within(work);
const application = async () =>
  (
    await inside((tx) =>
      tx.execute<{ status: string; paid: boolean }>(
        sql`select status, acceptance_paid_at is not null as paid from applications where id = ${applicationId}`,
      ),
    )
  ).rows[0];
const payFee = (more: object = {}) =>
  paying.world.nobody().post('/orders/fees', { institution: 'ilorin', code, kind: 'acceptance', ...more });
const report = async (reference: string) =>
  deliver(`${await paying.url()}${paying.hook('paystack')}`, paying.fake.paystack.event(reference));

test('an applicant pays the acceptance fee of the intake, once, and has accepted', async () => {
  expect((await payFee({ code: makeCode() })).statusCode).toBe(404);
  expect((await payFee({ kind: 'application' })).statusCode).toBe(409);
  await ok(payFee({ amount: 1 }));
  await ok(payFee());
  const made = await inside((tx) => tx.execute(sql`select amount::int, status from orders`));
  expect(made.rows).toEqual([{ amount: 20_000_00, status: 'created' }]);
  const { reference } = (await paying.onlineRows())[0]!;
  paying.fake.paystack.pay(reference);
  const answers = await Promise.all([report(reference), report(reference), report(reference)]);
  expect(answers.flat().every((status) => status === 200 || status === 429)).toBe(true);
  await report(reference);
  expect(await application()).toEqual({ status: 'accepted', paid: true });
  expect((await payFee()).statusCode).toBe(409);
  expect(await inside(checkBooks)).toEqual([]);
  expect(await inside(checkOrders)).toEqual([]);
});

test('without the script a refused purchase, fee or payment comes back as its page, with what was typed', async () => {
  const visitor = paying.world.nobody();
  const wanted = await buyer();
  const wrong = await sendForm(visitor, apply, { ...wanted, quantity: '0', buyer_email: 'no address' }, '/orders');
  expect(said(wrong, 'Enter how many pins you want to buy.')).toEqual([422, 'text/html', true]);
  expect(wrong.body.match(/class="problems"/g)).toHaveLength(1);
  expect(wrong.body).toContain('value="no address"');
  expect(wrong.body).toContain(`<option value="${wanted.program_id}" selected="">Junior Secondary (Requires Pin)`);
  const late = await sendForm(visitor, apply, { ...wanted, _csrf: 'of yesterday' }, '/orders');
  expect(said(late, 'value="amina@example.ng"')).toEqual([403, 'text/html', true]);

  const fee = { institution: 'ilorin', code, kind: 'application' };
  const nothing = await sendForm(visitor, apply, fee, '/orders/fees');
  expect(said(nothing, 'There is nothing to pay at the moment.')).toEqual([409, 'text/html', true]);
  const guessed = await sendForm(visitor, apply, { ...fee, code: makeCode() }, '/orders/fees');
  expect(said(guessed, 'Page not found')).toEqual([404, 'text/html', true]);

  const lost = await sendForm(visitor, apply, { ...wanted, institution_id: 'x' }, '/orders');
  expect(said(lost, '<h1>There is a problem</h1>')).toEqual([422, 'text/html', true]);

  const bought = await sendForm(visitor, apply, wanted, '/orders');
  expect([bought.statusCode, bought.headers.location]).toEqual([303, expect.stringContaining('/checkout/')]);
  const { reference } = (await paying.onlineRows())[0]!;
  paying.fake.paystack.pay(reference);
  await report(reference);
  const [page] = /\/orders\/[\w-]+/.exec((await lastOutbox()).body)!;
  expect(propsOf<OrderProps>(await visitor.get(page)).pins).toMatchObject([{ use: expect.stringContaining('#pin=') }]);
  const again = await sendForm(visitor, apply, {}, `${page}/pay`);
  expect(said(again, 'This order has been paid.')).toEqual([422, 'text/html', true]);
  const checked = await sendForm(visitor, apply, {}, `${page}/check`);
  expect([checked.statusCode, checked.headers.location]).toEqual([303, page]);
});

test('on the school’s own host a buyer stays there from the form to the pins, and messages lead there', async () => {
  await inside((tx) =>
    tx.insert(siteHosts).values({ institutionId: ilorin, host: 'www.ilorin.ng', status: 'approved' }),
  );
  paying.world.app.publicAddress.forget();
  const host = { host: '10.0.0.7', 'x-forwarded-host': 'www.ilorin.ng', 'x-forwarded-proto': 'https' };
  const visitor = paying.world.nobody();
  const wanted = await buyer();
  const form = await visitor.get(apply, { accept: 'text/html', ...host });
  expect(form.headers['content-security-policy']).toContain(`form-action 'self' https://akada.school.ng https://`);
  const bought = await sendForm(visitor, apply, wanted, '/orders', host);
  expect([bought.statusCode, bought.headers.location]).toEqual([303, expect.stringContaining('/checkout/')]);
  const { reference } = (await paying.onlineRows())[0]!;
  const returnTo = paying.fake.paystack.returnAddress(reference);
  expect(returnTo).toMatch(/^https:\/\/www\.ilorin\.ng\/orders\//);
  const page = new URL(returnTo).pathname;
  const waiting = await visitor.get(page, { accept: 'text/html', ...host });
  expect(said(waiting, 'Waiting for your payment')).toEqual([200, 'text/html', true]);
  expect(waiting.body).toContain('<a class="brand" href="/">');
  const again = await sendForm(visitor, page, {}, `${page}/pay`, host);
  expect(again.headers.location).toBe(bought.headers.location);
  paying.fake.paystack.pay(reference);
  await report(reference);
  expect((await lastOutbox()).body).toContain(`https://www.ilorin.ng${page}`);
  const [pin] = propsOf<OrderProps>(await visitor.get(page, { accept: 'text/html', ...host })).pins;
  expect(pin!.use).toMatch(/^\/sites\/ilorin\/apply#pin=/);
});
