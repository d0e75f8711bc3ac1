import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let bursar: Browser;
let principal: Browser;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  await till.openDay(bursar);
});
afterEach(() => world.close());

const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const ngozi = () => world.school.ilorin.studentIds['Ngozi Okafor'];
const pay = async (amount: number, parts: [number, number, number?][] = [], more: object = {}) =>
  (await till.pay(bursar, ada(), amount, parts, more)).json().id as number;
const status = async (id: number) => (await bursar.page(`/payment_records/${id}`)).props.status;
/** Approves the request that waits. */
const approve = async (by = principal) => {
  const { rows } = await till.work((tx) =>
    tx.execute<{ id: number }>(sql`select id from approvals where outcome is null order by id`),
  );
  return by.post(`/approvals/${rows[0]!.id}/approve`);
};
const cheque = { channel: 'cheque', reference: '000417', cheque_bank: 'GTBank' };

test('a reversal waits for a second person, then the debt is back and the receipt number stays', async () => {
  const invoice = await till.bill(ada(), 30_000_00);
  const id = await pay(30_000_00, [[invoice, 30_000_00]]);
  expect((await bursar.post(`/payments/${id}/reverse`, { reason: '' })).json().errors.reason).toContain('required');
  expect((await bursar.post(`/payments/${id}/reverse`, { reason: 'Typed twice' })).statusCode).toBe(303);
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 0 });
  expect((await approve(bursar)).statusCode).toBe(403);
  expect((await approve()).statusCode).toBe(200);
  expect(await till.balance(ada())).toEqual({ owed: 30_000_00, credit: 0 });
  expect(await status(id)).toBe('reversed');
  expect((await bursar.post(`/payments/${id}/reverse`, { reason: 'Again' })).statusCode).toBe(409);
});

test('a refund is approved, then handed over once, and cash of it leaves the expected cash of the day', async () => {
  const id = await pay(20_000_00);
  const refund = (amount: number) =>
    bursar.post(`/payments/${id}/refund`, { student_id: ada(), amount, reason: 'Left the school' });
  expect((await refund(20_000_01)).json().errors.amount).toContain('Only ₦20,000.00');
  await refund(5_000_00);
  await approve();
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 15_000_00 });
  const { refunds } = (await bursar.page(`/payment_records/${id}`)).props;
  const at = `/refunds/${refunds[0].id}/pay`;
  expect((await bursar.post(at, { channel: 'transfer' })).json().errors.reference).toBe('Enter the reference.');
  const both = await Promise.all([bursar.post(at, { channel: 'cash' }), bursar.post(at, { channel: 'cash' })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.books()).toMatchObject({ Cash: 15_000_00 });
  const { rows } = (await bursar.page('/cashier-days')).props;
  expect((await principal.page(`/cashier-days/${rows[0].id}`)).props.channels[0]).toMatchObject({
    expected: 15_000_00,
    refunded: 5_000_00,
  });
  expect(await status(id)).toBe('partly_refunded');
});

test('money moves to a sibling, and to nobody else', async () => {
  const id = await pay(20_000_00);
  await till.bill(ngozi(), 12_000_00);
  const move = () =>
    bursar.post(`/payments/${id}/move`, {
      student_id: ada(),
      to_student_id: ngozi(),
      amount: 15_000_00,
      reason: 'For the sister',
    });
  expect((await move()).json().errors.to_student_id).toContain('sibling');
  await till.work(async (tx) => {
    for (const child of [ada(), ngozi()])
      await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, position)
        select ${till.institutionId}, ${child}, min(id), 9 from guardians where institution_id = ${till.institutionId}`);
  });
  await move();
  await approve();
  expect([await till.balance(ada()), await till.balance(ngozi())]).toEqual([
    { owed: 0, credit: 5_000_00 },
    { owed: 0, credit: 3_000_00 },
  ]);
});

test('a cheque is cleared once by two people at once, and then settles what is owed', async () => {
  await till.bill(ada(), 9_000_00);
  const id = await pay(9_000_00, [], cheque);
  expect(await till.balance(ada())).toEqual({ owed: 9_000_00, credit: 0 });
  const clear = () => bursar.post(`/payments/${id}/clear`, { day: '' });
  const both = await Promise.all([clear(), clear()]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 0 });
  expect(await till.books()).toMatchObject({ Cheques: 9_000_00 });
});

test('a cheque that bounces changes no balance, and one that bounces after it cleared is reversed', async () => {
  await till.bill(ada(), 9_000_00);
  const bounced = await pay(4_000_00, [], cheque);
  await bursar.post(`/payments/${bounced}/bounce`, { reason: 'Refer to drawer' });
  expect([await status(bounced), await till.balance(ada())]).toEqual(['failed', { owed: 9_000_00, credit: 0 }]);
  expect((await bursar.post(`/payments/${bounced}/clear`, { day: '' })).json().message).toContain('already bounced');
  const late = await pay(5_000_00, [], { ...cheque, reference: '000418' });
  await bursar.post(`/payments/${late}/clear`, { day: '' });
  await bursar.post(`/payments/${late}/reverse`, { reason: 'Returned by the bank' });
  await approve();
  expect(await till.balance(ada())).toEqual({ owed: 9_000_00, credit: 0 });
});

test('money nobody can place waits in suspense until someone identifies it, once', async () => {
  await till.bill(ada(), 9_000_00);
  const unknown = { institutionId: till.institutionId, amount: 7_000_00, channel: 'transfer', reference: 'NIP/1' };
  const recorded = await bursar.post('/unidentified-payments', { ...unknown, day: till.day });
  expect(recorded.statusCode).toBe(303);
  const id = Number(String(recorded.headers['location']).split('/').at(-1));
  expect(await till.books()).toMatchObject({ 'Unidentified payments': -7_000_00 });
  expect((await bursar.get('/payment_records/payment_record_filter?suspense=yes')).json().rows).toMatchObject([{ id }]);
  const stranger = world.school.offa.studentIds['Yakubu Ndako'];
  expect((await bursar.post(`/payments/${id}/place`, { student_id: stranger })).statusCode).toBe(404);
  const place = () => bursar.post(`/payments/${id}/place`, { student_id: ada() });
  const both = await Promise.all([place(), place()]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await till.balance(ada())).toEqual({ owed: 2_000_00, credit: 0 });
  expect(await till.books()).not.toHaveProperty('Unidentified payments');
});

test('money identified for the wrong student returns to suspense by two people, and is identified anew', async () => {
  await Promise.all([till.bill(ada(), 9_000_00), till.bill(ngozi(), 4_000_00)]);
  const unknown = { institutionId: till.institutionId, amount: 7_000_00, channel: 'transfer', reference: 'NIP/1' };
  const { headers } = await bursar.post('/unidentified-payments', { ...unknown, day: till.day });
  const id = Number(String(headers.location).split('/').at(-1));
  const unplace = (reason = 'Another Obi') => bursar.post(`/payments/${id}/unplace`, { reason });
  const place = (student_id: number) => bursar.post(`/payments/${id}/place`, { student_id });
  const verified = async () => {
    const { rows } = await till.work((tx) => tx.execute(sql`select code from payments where id = ${id}`));
    return (await world.nobody().page(`/verify/receipt/${String(rows[0]!['code'])}`)).props;
  };
  expect((await unplace()).statusCode).toBe(409);
  expect((await place(ada())).statusCode).toBe(303);
  expect(await verified()).toMatchObject({ inSuspense: false, students: ['A. O.'] });
  expect((await bursar.page(`/payment_records/${id}`)).props.can).toMatchObject({ unplace: true, place: false });
  expect((await unplace('')).statusCode).toBe(422);
  expect((await unplace()).statusCode).toBe(303);
  expect((await approve(bursar)).statusCode).toBe(403);
  expect(await till.balance(ada())).toEqual({ owed: 2_000_00, credit: 0 });
  expect((await approve()).statusCode).toBe(200);
  expect(await till.balance(ada())).toEqual({ owed: 9_000_00, credit: 0 });
  expect(await till.books()).toMatchObject({ 'Unidentified payments': -7_000_00 });
  expect(await verified()).toMatchObject({ number: 1, status: 'successful', inSuspense: true, students: [] });
  const { rows } = (await bursar.page('/unidentified-payments')).props;
  expect(rows).toMatchObject([{ id }]);
  // Identified for the right one; once more wrong and right, each posted anew.
  const mother = await world.as('guardian');
  const seen = async () => (await mother.page('/my-fees')).props.payments.length;
  for (const student of [ngozi(), world.school.ilorin.studentIds['Tunde Bakare']]) {
    expect((await place(student)).statusCode).toBe(303);
    expect(await seen()).toBe(student === ngozi() ? 0 : 1);
    await unplace();
    expect((await approve()).statusCode).toBe(200);
  }
  // The family that it was not from sees nothing of it.
  expect([await seen(), (await mother.get(`/my-fees/payments/${id}/receipt`)).statusCode]).toEqual([0, 404]);
  expect((await place(ngozi())).statusCode).toBe(303);
  expect([await till.balance(ada()), await till.balance(ngozi())]).toEqual([
    { owed: 9_000_00, credit: 0 },
    { owed: 0, credit: 3_000_00 },
  ]);
  const { props } = await bursar.page(`/payment_records/${id}`);
  expect(props.shares).toMatchObject([{ name: 'Ngozi Okafor', amount: 7_000_00 }]);
  expect(props.entries.filter(({ source }: { source: string }) => source === 'placement')).toHaveLength(7);
  expect(props.history.map(({ summary }: { summary: string }) => summary)).toContain(
    'returned RCT-000001 to unidentified payments',
  );
  // What was refunded of it stays with its family.
  await bursar.post(`/payments/${id}/refund`, { student_id: ngozi(), amount: 1_000_00, reason: 'Left' });
  await approve();
  expect((await unplace()).json().message).toContain('without refunds');
  // In suspense it can still be reversed.
  const other = await bursar.post('/unidentified-payments', { ...unknown, reference: 'NIP/2', day: till.day });
  const second = Number(String(other.headers.location).split('/').at(-1));
  await bursar.post(`/payments/${second}/place`, { student_id: ada() });
  await bursar.post(`/payments/${second}/unplace`, { reason: 'Nobody’s' });
  await approve();
  await bursar.post(`/payments/${second}/reverse`, { reason: 'Returned by the bank' });
  expect((await approve()).statusCode).toBe(200);
  expect(await till.books()).not.toHaveProperty('Unidentified payments');
});

test('unidentified money is listed by age, found by its narration, and split over siblings alone', async () => {
  const recordOf = async (reference: string, amount: number, day: string, note: string) => {
    const body = { institutionId: till.institutionId, amount, channel: 'transfer', reference, day, note };
    const { headers } = await bursar.post('/unidentified-payments', body);
    return Number(String(headers.location).split('/').at(-1));
  };
  const daysAgo = (days: number) => new Date(Date.parse(till.day) - days * 86_400_000).toISOString().slice(0, 10);
  const fresh = await recordOf('NIP/1', 1_000_00, daysAgo(2), 'NIP/OBI');
  const old = await recordOf('NIP/2', 9_000_00, daysAgo(12), 'SCH FEE TWO CHILDREN');
  const { rows, totals } = (await bursar.page('/unidentified-payments')).props;
  expect(rows).toMatchObject([
    { id: old, days: 12, narration: 'SCH FEE TWO CHILDREN' },
    { id: fresh, days: 2 },
  ]);
  expect(totals).toMatchObject([
    { age: '0', count: 1, total: 1_000_00 },
    { age: '8', count: 1, total: 9_000_00 },
  ]);
  const found = async (query: string) =>
    (await bursar.page(`/unidentified-payments?${query}`)).props.rows.map(({ id }: { id: number }) => id);
  expect([await found('q=two+children'), await found('age=0'), await found('channel=pos')]).toEqual([
    [old],
    [fresh],
    [],
  ]);
  const file = await bursar.get('/unidentified-payments/export.csv');
  expect(file.body).toMatch(/9,?000(\.00)?.*Transfer.*NIP\/2.*SCH FEE TWO CHILDREN[^]*NIP\/1/);

  await Promise.all([till.bill(ada(), 4_000_00), till.bill(ngozi(), 3_000_00)]);
  const split = (...parts: [number, number][]) =>
    bursar.post(`/payments/${old}/place`, {
      student_id: ada(),
      shares: parts.map(([student_id, amount]) => ({ student_id, amount })),
      to_list: 'true',
    });
  const alone = await split([ada(), 5_000_00], [ngozi(), 4_000_00]);
  expect([alone.statusCode, alone.body]).toEqual([422, expect.stringContaining('isn’t a sibling')]);
  await till.work(async (tx) => {
    const { rows: made } = await tx.execute<{
      id: number;
    }>(sql`insert into guardians (institution_id, surname, first_name)
      values (${till.institutionId}, 'Obi', 'Chinwe') returning id`);
    await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id)
      select ${till.institutionId}, s, ${made[0]!.id} from unnest(array[${ada()}, ${ngozi()}]::bigint[]) s`);
  });
  const { family } = (await bursar.get(`/unidentified-payments/family?student_id=${ada()}`)).json();
  expect(family.children.map(({ id }: { id: number }) => id)).toEqual([ada(), ngozi()]);
  expect((await split([ada(), 5_000_00], [ngozi(), 5_000_00])).body).toContain('The parts total ₦10,000.00');
  expect((await split([ada(), 4_500_00], [ada(), 4_500_00])).statusCode).toBe(422);
  const done = await split([ada(), 5_000_00], [ngozi(), 4_000_00]);
  expect([done.statusCode, done.headers.location]).toEqual([303, '/unidentified-payments']);
  expect([await till.balance(ada()), await till.balance(ngozi())]).toEqual([
    { owed: 0, credit: 1_000_00 },
    { owed: 0, credit: 1_000_00 },
  ]);
  expect(await found('')).toEqual([fresh]);
  expect((await bursar.page(`/payments/${old}/identify`)).props.payment).toMatchObject({ inSuspense: false });
  expect((await (await world.as('cashier')).get('/unidentified-payments')).statusCode).toBe(403);
});

const beside = async (act: (id: number) => Promise<unknown>) => {
  await till.bill(ada(), 10_000_00);
  const first = await pay(10_000_00);
  await pay(8_000_00);
  expect(await till.balance(ada())).toEqual({ owed: 0, credit: 8_000_00 });
  await act(first);
  await approve();
  return till.balance(ada());
};

test('credit pays at once what a reversal opens again', async () => {
  expect(await beside((id) => bursar.post(`/payments/${id}/reverse`, { reason: 'Typed twice' }))).toEqual({
    owed: 2_000_00,
    credit: 0,
  });
});

test('credit pays at once what a refund opens again', async () => {
  const refund = { student_id: ada(), amount: 9_000_00, reason: 'Paid by the uncle too' };
  expect(await beside((id) => bursar.post(`/payments/${id}/refund`, refund))).toEqual({ owed: 1_000_00, credit: 0 });
});

test('credit pays at once what money moved to a sibling opens again', async () => {
  await till.work((tx) =>
    tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, position)
      select ${till.institutionId}, c, (select min(id) from guardians where institution_id = ${till.institutionId}), 9
      from unnest(array[${ada()}, ${ngozi()}]::bigint[]) c`),
  );
  const wish = { student_id: ada(), to_student_id: ngozi(), amount: 10_000_00, reason: 'For the sister' };
  expect(await beside((id) => bursar.post(`/payments/${id}/move`, wish))).toEqual({ owed: 2_000_00, credit: 0 });
});

test('credit pays at once what an identified payment leaves open when it is taken back', async () => {
  await till.bill(ada(), 7_000_00);
  const unknown = { institutionId: till.institutionId, amount: 7_000_00, channel: 'transfer', reference: 'NIP/9' };
  const { headers } = await bursar.post('/unidentified-payments', { ...unknown, day: till.day });
  const id = Number(String(headers.location).split('/').at(-1));
  await bursar.post(`/payments/${id}/place`, { student_id: ada() });
  await pay(5_000_00);
  await bursar.post(`/payments/${id}/unplace`, { reason: 'Another Obi' });
  await approve();
  expect(await till.balance(ada())).toEqual({ owed: 2_000_00, credit: 0 });
});

test('what was refunded and reversed today is taken off what was collected today, and named', async () => {
  const [first, second] = [await pay(20_000_00), await pay(3_000_00)];
  await bursar.post(`/payments/${first}/refund`, { student_id: ada(), amount: 5_000_00, reason: 'Left the school' });
  await approve();
  const { refunds } = (await bursar.page(`/payment_records/${first}`)).props;
  const collected = async () => (await bursar.page('/money')).props;
  expect((await collected()).takenBack).toEqual({ reversed: 0, refunded: 0 });
  await bursar.post(`/refunds/${refunds[0].id}/pay`, { channel: 'cash' });
  await bursar.post(`/payments/${second}/reverse`, { reason: 'Typed twice' });
  await approve();
  const { collected: rows, takenBack, weeks } = await collected();
  expect(rows).toMatchObject([{ channel: 'cash', count: 2, amount: 23_000_00 }]);
  expect(takenBack).toEqual({ reversed: 3_000_00, refunded: 5_000_00 });
  expect(weeks[7].collected).toBe(15_000_00);
  expect(await till.books()).toMatchObject({ Cash: 15_000_00 });
  expect((await bursar.get('/money/export.csv')).body).toContain('Refunds handed over,-5000');
});
