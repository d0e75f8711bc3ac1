import { writeCursor } from '#kernel/list/cursor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '#product/assemble.ts';
import { features } from '#product/features.ts';
import type { Shell } from '#web/shell.ts';
import type { BalancesProps } from './balances.pages.ts';
import type { StudentFees } from './tabs/fees-with-hold.ts';
import { startSchool } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ada: number;
let ngozi: number;
beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  ({ 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = ilorin.studentIds);
  const here = bursary(world.database, ilorin.id);
  await here.bill(ada, [daysAgo(40), 30_000_00], [daysAgo(-20), 20_000_00]);
  await here.pay(ada, 10_000_00, daysAgo(5));
  await here.bill(ngozi, [daysAgo(10), 15_000_00]);
  await here.pay(ngozi, 18_000_00, daysAgo(3), 'transfer');
  await bursary(world.database, offa.id).bill(Object.values(offa.studentIds)[0]!, [daysAgo(1), 99_000_00]);
});
afterAll(() => world?.close());

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
const feesOf = async (who: string, student: number) => {
  const { props } = await (await world.as(who)).page(`/students/${student}/fees`);
  return (props as { added: { props: StudentFees } }).added.props;
};
const balances = async (query = '', who = 'bursar') =>
  (await (await world.as(who)).page(`/balances${query}`)).props as unknown as BalancesProps;

test('fees are divided into entries by job; a page in a group that its section lacks is refused', async () => {
  const { menu } = (await (await world.as('bursar')).page('/account')).props.shell as Shell;
  const { items = [], isMain } = menu.find(({ label }) => label === 'Fees')!;
  expect([isMain, ...items.filter(({ isHidden }) => !isHidden).map(({ label }) => label)]).toEqual([
    true,
    'Payments',
    'Billing',
    'Balances',
    'Bank',
    'Books',
  ]);
  const lost = { section: 'fees', group: 'nowhere', place: 1, label: 'Lost', href: '/lost', may: [] };
  expect(() => assemble([...features, { name: 'lost', menu: [lost] }])).toThrow('/lost is in the group nowhere');
});

test('the statement of a student has a running balance, open invoices and what is due next', async () => {
  const fees = await feesOf('bursar', ada);
  expect(fees).toMatchObject({ owed: 40_000_00, credit: 0, overdue: 20_000_00 });
  expect(fees.next).toEqual({ dueOn: daysAgo(-20), amount: 20_000_00 });
  expect(fees.invoices).toMatchObject([{ open: 40_000_00, dueOn: daysAgo(40), daysLate: 40 }]);
  expect(fees.lines.map(({ amount, balance, document }) => [amount, balance, document])).toEqual([
    [-10_000_00, 40_000_00, 'RCT-000001'],
    [50_000_00, 50_000_00, 'INV-000001'],
  ]);
  expect(fees.lines[0]!.href).toMatch(/^\/payment_records\/\d+$/);
  expect(fees.lines[1]!.href).toMatch(/^\/invoices\/\d+$/);
});

test('a guardian and a student see their own fees, a teacher and another institution none', async () => {
  const teacher = await world.as('teacher');
  expect((await teacher.get(`/students/${ada}/fees`)).statusCode).toBeGreaterThan(399);
  expect((await teacher.get(`/students/${ada}/statement.pdf`)).statusCode).toBe(403);
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`/students/${ada}/fees`)).statusCode).toBeGreaterThan(399);
  expect((await (await world.as('bursar')).get(`/students/999999/statement.pdf`)).statusCode).toBe(404);
});

test('the statement prints with opening and closing balance', async () => {
  const bursar = await world.as('bursar');
  const answer = await bursar.get(`/students/${ada}/statement.pdf?from=${daysAgo(20)}`);
  expect(answer.statusCode).toBe(200);
  const text = (await pdfText(answer.rawPayload)).join('\n');
  for (const words of ['50,000.00', '10,000.00', '40,000.00', 'RCT-000001']) expect(text).toContain(words);
  expect((await bursar.get(`/students/${ada}/statement.pdf?from=2026-12-01&until=2026-01-01`)).statusCode).toBe(422);
});

test('balances are sorted by what is owed, with totals and ages, of one institution alone', async () => {
  const { rows, totals } = await balances();
  expect(rows.map(({ id, owed, credit }) => [id, owed, credit])).toEqual([[ada, 40_000_00, 0]]);
  expect(rows[0]).toMatchObject({ notDue: 20_000_00, days30: 0, days60: 20_000_00, days90: 0, older: 0 });
  expect(totals).toEqual({ students: 1, owed: 40_000_00, credit: 0 });
  expect((await balances('?state=credit')).rows).toMatchObject([{ id: ngozi, credit: 3_000_00 }]);
  expect((await balances('?state=overdue')).rows).toHaveLength(1);
  expect((await balances('?above=40000')).rows).toEqual([]);
  expect((await balances('?above=39999&q=obi')).totals.students).toBe(1);
  expect((await balances('?q=nobody')).rows).toEqual([]);
  const { rows: all } = await balances('', 'group');
  expect(all.map(({ owed }) => owed)).toEqual([99_000_00, 40_000_00]);
});

test('balances export the rows of the screen, and only with the permission', async () => {
  const bursar = await world.as('bursar');
  const { statusCode, body } = await bursar.get('/balances/export.csv');
  expect(statusCode).toBe(200);
  expect(body.trim().split('\n')).toHaveLength(2);
  expect(body).toContain('NGN,40000,0,20000,0,20000,0,0');
  expect((await (await world.as('principal')).get('/balances/export.csv')).statusCode).toBe(403);
  expect((await (await world.as('teacher')).get('/balances')).statusCode).toBe(403);
});

test('the printed overview is of one institution, so a list of several does not offer it', async () => {
  const printsAt = async (address: string) => (await (await world.as('group')).page(address)).props['can'].print;
  expect(await printsAt(`/balances?institution_id=${world.school.ilorin.id}`)).toBe(true);
  expect(await printsAt('/balances')).toBe(false);
});

test('the place of another list in the address is refused, not an error of the server', async () => {
  const bursar = await world.as('bursar');
  const ofAnotherList = writeCursor({ key: 'obi ada', id: 16, part: 1 });
  for (const address of ['/balances', '/balances?state=credit']) {
    const answer = await bursar.get(`${address}${address.includes('?') ? '&' : '?'}after=${ofAnotherList}`);
    expect([address, answer.statusCode]).toEqual([address, 422]);
  }
});
