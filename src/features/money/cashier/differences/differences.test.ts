import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
let bursar: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [cashier, bursar] = await Promise.all([world.as('cashier'), world.as('bursar')]);
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
/** A closed day that took 5,000 in cash and 7,000 by POS, with what was counted. */
async function closed(count: object) {
  const id = (await till.openDay(cashier)).json().id as number;
  await till.pay(cashier, ada(), 5_000_00);
  await till.pay(cashier, ada(), 7_000_00, [], { channel: 'pos' });
  await cashier.post(`/cashier-days/${id}/close`, { transfer: '0', cheque: '0', ...count });
  return id;
}
const approve = (id: number, body: object = {}, by = bursar) => by.post(`/cashier-days/${id}/approve`, body);
const explain = (id: number, body: object, by = bursar) => by.post(`/cashier-differences/${id}/explain`, body);
const differences = async () => (await bursar.page('/cashier-differences')).props.rows as { id: number }[];

test('differences of every channel are posted with a reason, or kept open in the cashier’s name', async () => {
  const day = await closed({ pieces: { n100000: '4' }, pos: '600000' });
  expect((await approve(day, { cash: 'post' })).json().errors.remark).toBeTruthy();
  expect((await approve(day, { cash: 'post', remark: 'Wrong change given' })).statusCode).toBe(303);
  expect(await till.books()).toMatchObject({ Cash: 4_000_00, 'POS terminals': 7_000_00, 'Cash differences': 1_000_00 });
  expect((await bursar.page('/cashier-differences?state=open')).props.rows).toMatchObject([
    { dayId: day, cashier: expect.any(String), channel: 'pos', amount: -1_000_00, days: 0, how: null },
  ]);
  expect((await approve(day)).statusCode).toBe(409);
});

test('an open difference waits for the bursar and stands in the overview until someone else explains it', async () => {
  await approve(await closed({ pieces: { n100000: '5' }, pos: '600000' }));
  const waits = async (who: 'bursar' | 'cashier') =>
    ((await (await world.as(who)).page('/home')).props.waiting as { label: string }[]).some(
      ({ label }) => label === 'cashier difference to explain',
    );
  expect([await waits('bursar'), await waits('cashier')]).toEqual([true, false]);
  const waiting = async () => (await bursar.page('/money')).props.waiting.openDifferences;
  expect(await waiting()).toBe(1);
  const [{ id }] = (await differences()) as [{ id: number }];
  const posted = { how: 'posted', reason: 'A slip of ₦1,000 was lost' };
  expect((await explain(id, posted, cashier)).statusCode).toBe(403);
  expect((await explain(id, { ...posted, reason: '' })).json().errors.reason).toBeTruthy();
  expect((await explain(id, posted)).statusCode).toBe(303);
  expect((await explain(id, posted)).statusCode).toBe(409);
  expect(await till.books()).toMatchObject({ 'POS terminals': 6_000_00, 'Cash differences': 1_000_00 });
  expect([await waiting(), await waits('bursar')]).toEqual([0, false]);
});

test('nobody approves the own day or explains the own difference, by another account of the same employee neither', async () => {
  const day = await closed({ pieces: { n100000: '4' }, pos: '700000' });
  await till.work(async (tx) => {
    await tx.execute(sql`insert into employees (institution_id, surname, first_name, employee_number)
      values (${till.institutionId}, 'Till', 'Tola', 'E-77')`);
    await tx.execute(sql`update memberships set employee_id = (select id from employees where employee_number = 'E-77')
      where account_id in (${world.school.accounts.cashier}, ${world.school.accounts.bursar}) and institution_id = ${till.institutionId}`);
  });
  expect((await approve(day)).statusCode).toBe(403);
  await till.work((tx) =>
    tx.execute(sql`update memberships set employee_id = null
    where account_id = ${world.school.accounts.bursar} and institution_id = ${till.institutionId}`),
  );
  expect((await approve(day)).statusCode).toBe(303);
  const [{ id }] = (await differences()) as [{ id: number }];
  await till.work((tx) =>
    tx.execute(sql`update memberships set employee_id = (select id from employees where employee_number = 'E-77')
    where account_id = ${world.school.accounts.bursar} and institution_id = ${till.institutionId}`),
  );
  expect((await explain(id, { how: 'posted', reason: 'Mine' })).statusCode).toBe(403);
});

test('nor does the family: a day of the other parent waits for a colleague', async () => {
  const day = await closed({ pieces: { n100000: '4' }, pos: '700000' });
  await till.work(async (tx) => {
    const { cashier: one, bursar: other } = world.school.accounts;
    await tx.execute(sql`with till as (
        insert into employees (institution_id, surname, first_name, employee_number)
        values (${till.institutionId}, 'Till', 'Tola', 'E-77') returning id),
      parents as (
        insert into guardians (institution_id, surname, first_name) values
          (${till.institutionId}, 'Till', 'Tola'), (${till.institutionId}, 'Till', 'Bola') returning id, first_name),
      children as (
        insert into student_guardians (institution_id, student_id, guardian_id, relation)
        select ${till.institutionId}, ${ada()}, id, 'Other' from parents),
      cashiers as (
        update memberships set employee_id = (select id from till), guardian_id = (select id from parents where first_name = 'Tola')
        where account_id = ${one} and institution_id = ${till.institutionId})
      update memberships set guardian_id = (select id from parents where first_name = 'Bola')
      where account_id = ${other} and institution_id = ${till.institutionId}`);
  });
  const refused = await approve(day);
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('your family’s')]);
});

test('a payment explains what was left over only if it was recorded after the count, and once', async () => {
  const id = (await till.openDay(cashier)).json().id as number;
  await till.pay(cashier, ada(), 5_000_00);
  await cashier.post(`/cashier-days/${id}/close`, { pieces: { n100000: '10' }, transfer: '0', pos: '0', cheque: '0' });
  await approve(id);
  const [{ id: difference }] = (await differences()) as [{ id: number }];
  const payment = (receipt: string) =>
    explain(difference, { how: 'payment', receipt, reason: 'Taken without a receipt' });
  expect((await payment('')).json().errors.receipt).toBeTruthy();
  expect((await payment('RCT-000001')).json().errors.receipt).toContain('after the count');
  await till.openDay(cashier);
  await till.pay(cashier, ada(), 5_000_00, [], { reference_again: 'true' });
  expect((await payment('RCT-000002')).statusCode).toBe(303);
  expect((await bursar.page(`/cashier-days/${id}`)).props.differences).toMatchObject([
    { how: 'payment', receipt: 2, amount: 5_000_00 },
  ]);
  expect(await till.books()).not.toHaveProperty('Cash differences');
});
