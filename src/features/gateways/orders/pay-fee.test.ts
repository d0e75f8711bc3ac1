import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { addApplication } from '#features/admissions/admissions.sample.ts';
import { codeHash, makeCode } from '#features/admissions/resume-code.ts';
import { checkOrders } from '#features/orders/check-orders.ts';
import { checkBooks } from '#features/receivables/check-books.ts';
import { deliver } from '#test/harness/fake-webhooks.ts';
import { openIntake } from '#test/harness/open-intake.ts';
import { ok, startPaying, type Paying } from '#test/harness/online-school.ts';

let paying: Paying;
let ilorin: number;
const code = makeCode();
let applicationId: number;

beforeAll(async () => {
  paying = await startPaying();
  ilorin = paying.world.school.ilorin.id;
  const intake = await openIntake(paying.world, { acceptanceFee: 20_000_00 });
  ({ id: applicationId } = await inside((tx) =>
    addApplication(tx, intake, 'Ada Nwosu', {
      ...{ status: 'offered', codeHash: codeHash(paying.world.services.secret, ilorin, code) },
    }),
  ));
});
afterAll(() => paying.close());

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
