import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let cashier: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  cashier = await world.as('cashier');
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const tunde = () => world.school.ilorin.studentIds['Tunde Bakare'];
const musa = () => world.school.ilorin.studentIds['Musa Garba'];

/** Makes two students siblings. */
const adopt = (...ids: number[]) =>
  till.work(async (tx) => {
    for (const id of ids)
      await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, position)
        select ${till.institutionId}, ${id}, min(id), 9 from guardians where institution_id = ${till.institutionId}
        on conflict do nothing`);
  });

test('three letters, an admission number or a scanned code find a student, with what is owed', async () => {
  const invoice = await till.bill(ada(), 50_000_00);
  const find = async (q: string) =>
    (await cashier.get(`/payments/student-options?q=${encodeURIComponent(q)}`)).json().choices;
  expect(await find('obi')).toEqual([
    { value: String(ada()), label: 'Obi, Ada', hint: expect.stringContaining('owes ₦50,000.00') },
  ]);
  const { rows } = await till.work((tx) =>
    tx.execute<{ code: string; number: number }>(sql`select code, number from invoices where id = ${invoice}`),
  );
  for (const scanned of [
    `https://akada.school.ng/verify/invoice/${rows[0]!.code}`,
    `https://akada.school.ng/students/${ada()}`,
    `INV-00000${rows[0]!.number}`,
  ])
    expect(await find(scanned)).toMatchObject([{ value: String(ada()) }]);
  expect(await find('ndako')).toEqual([]);
});

test('a child and its siblings are shown with what each owes, and nobody else’s', async () => {
  await adopt(tunde(), musa());
  await till.bill(tunde(), 30_000_00);
  await till.bill(musa(), 20_000_00);
  await till.bill(ada(), 10_000_00);
  const { props } = await cashier.page(`/payments/new?student_id=${musa()}`);
  expect(props.family.children).toMatchObject([
    { firstName: 'Musa', invoices: [{ open: 20_000_00, dues: [{ dueOn: till.day, amount: 20_000_00 }] }] },
    { firstName: 'Tunde', invoices: [{ open: 30_000_00 }] },
  ]);
  expect(props.family.children).toHaveLength(2);
  const stranger = world.school.offa.studentIds['Yakubu Ndako'];
  expect((await cashier.page(`/payments/new?student_id=${stranger}`)).props).toMatchObject({
    family: null,
    isUnknown: true,
  });
});

test('a payment for two children settles what was chosen, the rest is credit of the chosen child, one receipt', async () => {
  await adopt(tunde(), musa());
  const [one, two] = [await till.bill(tunde(), 30_000_00), await till.bill(musa(), 20_000_00)];
  await till.openDay(cashier, 5_000_00);
  const answer = await cashier.post('/payments', {
    student_id: musa(),
    shares: [
      {
        student_id: musa(),
        amount: 25_000_00,
        allocations: [{ invoice_id: two, amount: 20_000_00, open: 20_000_00 }],
      },
      {
        student_id: tunde(),
        amount: 10_000_00,
        allocations: [{ invoice_id: one, amount: 10_000_00, open: 30_000_00 }],
      },
    ],
    channel: 'transfer',
    reference: 'trf/77 ',
    payer_name: 'Mrs Bakare',
  });
  expect(answer.json()).toMatchObject({ receipt: 'RCT-000001', amount: 35_000_00, credit: 5_000_00 });
  expect(await till.balance(musa())).toEqual({ owed: 0, credit: 5_000_00 });
  expect(await till.balance(tunde())).toEqual({ owed: 20_000_00, credit: 0 });
  expect(await till.books()).toMatchObject({ 'Bank transfers': 35_000_00 });
});

test('without an open day, or with the one of yesterday, nothing is taken', async () => {
  const invoice = await till.bill(ada(), 10_000_00);
  const early = await till.pay(cashier, ada(), 10_000_00, [[invoice, 10_000_00]]);
  expect([early.statusCode, early.json().errors.day_id]).toEqual([422, expect.stringContaining('isn’t open')]);
  await till.openDay(cashier);
  await till.work((tx) => tx.execute(sql`update cashier_days set day = day - 1`));
  const late = await till.pay(cashier, ada(), 10_000_00, [[invoice, 10_000_00]]);
  expect(late.json().errors.day_id).toContain('is still open');
  expect(await till.balance(ada())).toEqual({ owed: 10_000_00, credit: 0 });
});

test('a balance that changed meanwhile is refused with the new figures', async () => {
  const invoice = await till.bill(ada(), 50_000_00);
  await till.openDay(cashier);
  await till.pay(cashier, ada(), 20_000_00, [[invoice, 20_000_00, 50_000_00]]);
  const stale = await till.pay(cashier, ada(), 50_000_00, [[invoice, 50_000_00]]);
  expect([stale.statusCode, stale.json().errors]).toEqual([
    422,
    { open: 'INV-000001 now has ₦30,000.00 open, not ₦50,000.00. Check the new figures.' },
  ]);
});

test('invoices and children of other families and institutions are refused', async () => {
  const other = await till.bill(musa(), 10_000_00);
  const foreign = await openTill(world, 'offa').bill(world.school.offa.studentIds['Yakubu Ndako'], 10_000_00);
  await till.openDay(cashier);
  for (const invoice of [other, foreign])
    expect((await till.pay(cashier, ada(), 10_000_00, [[invoice, 10_000_00]])).statusCode).toBe(422);
  const pay = (student: number) =>
    cashier.post('/payments', {
      student_id: ada(),
      shares: [{ student_id: student, amount: 10_000_00, allocations: [] }],
      channel: 'cash',
    });
  expect((await pay(musa())).json().errors.shares).toContain('isn’t a sibling of Ada Obi');
  expect((await pay(world.school.offa.studentIds['Yakubu Ndako'])).statusCode).toBe(404);
  expect(await till.books()).not.toHaveProperty('Cash');
});

test('the same reference and the same amount within ten minutes are asked about, and taken once confirmed', async () => {
  await till.openDay(cashier);
  const transfer = { channel: 'transfer', reference: 'AB1' };
  await till.pay(cashier, ada(), 10_000_00, [], transfer);
  const again = await till.pay(cashier, musa(), 7_000_00, [], { ...transfer, reference: 'ab1' });
  expect(again.json().errors.reference_again).toMatch(/RCT-000001 of ₦10,000.00 for Ada Obi .* same reference/);
  const confirmed = { ...transfer, reference_again: true };
  expect((await till.pay(cashier, musa(), 7_000_00, [], confirmed)).json().receipt).toBe('RCT-000002');
  const twice = await till.pay(cashier, musa(), 7_000_00);
  expect(twice.json().errors.reference_again).toContain('in the last ten minutes');
  expect((await till.pay(cashier, musa(), 7_000_00, [], { reference_again: 'true' })).json().receipt).toBe(
    'RCT-000003',
  );
});

test('a double click takes one payment, and two cashiers at once give the invoice once', async () => {
  const invoice = await till.bill(ada(), 10_000_00);
  await till.openDay(cashier);
  const key = { 'idempotency-key': 'a'.repeat(32) };
  const body = {
    student_id: ada(),
    shares: [
      {
        student_id: ada(),
        amount: 4_000_00,
        allocations: [{ invoice_id: invoice, amount: 4_000_00, open: 10_000_00 }],
      },
    ],
    channel: 'cash',
  };
  const both = await Promise.all([cashier.post('/payments', body, key), cashier.post('/payments', body, key)]);
  expect(both.map((answer) => answer.json().receipt)).toEqual(['RCT-000001', 'RCT-000001']);
  const bursar = await world.as('bursar');
  await till.openDay(bursar);
  const rest = { ...body, shares: [{ ...body.shares[0]!, amount: 6_000_00 }] };
  rest.shares[0]!.allocations = [{ invoice_id: invoice, amount: 6_000_00, open: 6_000_00 }];
  const race = await Promise.all([cashier.post('/payments', rest), bursar.post('/payments', rest)]);
  expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 0 });
  expect(await till.books()).toMatchObject({ Cash: 10_000_00 });
});

test('amounts and dates that cannot be are refused with the name of the field', async () => {
  await till.openDay(cashier);
  for (const amount of [-1, 0, 1.5, 10 ** 15, 'ten'])
    expect((await till.pay(cashier, ada(), amount as number)).statusCode).toBe(422);
  const invoice = await till.bill(ada(), 10_00);
  const more = await till.pay(cashier, ada(), 20_00, [[invoice, 20_00, 10_00]]);
  expect(more.json().errors.shares).toContain('only ₦10.00 open');
  expect((await till.pay(cashier, ada(), 5_00, [[invoice, 10_00]])).json().errors.shares).toContain(
    '₦10.00 is assigned',
  );
  const noReference = await till.pay(cashier, ada(), 5_00, [], { channel: 'transfer' });
  expect(noReference.json().errors).toEqual({ reference: 'Enter the reference of the transfer.' });
  expect((await till.pay(cashier, ada(), 5_00, [], { day: '2026-01-01' })).statusCode).toBe(403);
  const bursar = await world.as('bursar');
  await till.openDay(bursar);
  expect((await till.pay(bursar, ada(), 5_00, [], { day: '2999-01-01' })).json().errors.day).toContain('future');
  expect((await till.pay(bursar, ada(), 5_00, [], { day: '2020-01-01' })).json().errors.day).toContain('a year ago');
  await till.work((tx) => tx.execute(sql`update ledger_books set closed_through = ${till.day}`));
  expect((await till.pay(bursar, ada(), 5_00)).json().errors.day).toContain('books are closed');
  expect((await till.balance(ada())).credit).toBe(0);
});
