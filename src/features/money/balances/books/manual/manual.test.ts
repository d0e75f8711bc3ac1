import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { today } from '#kernel/dates.ts';
import type { PropsOf } from '#web/page.ts';
import type { accountsPage, entryFormPage, entryPage, journalPage } from '../books.pages.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { readJournal } from '#test/harness/plain-journal.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let principal: Browser;
const day = today('Africa/Lagos');
beforeAll(async () => {
  world = await startSchool();
  [bursar, principal] = [await world.as('bursar'), await world.as('principal')];
  const here = bursary(world.database, world.school.ilorin.id);
  await here.bill(world.school.ilorin.studentIds['Ada Obi'], ['2026-09-01', 50_000_00]);
  await here.pay(world.school.ilorin.studentIds['Ada Obi'], 20_000_00, '2026-09-05');
});
afterAll(() => world?.close());

const accounts = async () => (await bursar.page('/ledger/accounts')).props as unknown as PropsOf<typeof accountsPage>;
const idOf = async (name: string) => (await accounts()).rows.find((row) => row.name === name)!.id;
const balanceOf = async (name: string) => (await accounts()).rows.find((row) => row.name === name)!.balance;
const journal = async () =>
  ((await bursar.page('/ledger?source=manual')).props as unknown as PropsOf<typeof journalPage>).rows;

const send = async (lines: object, more: object = {}) =>
  bursar.post('/ledger/entries', {
    institutionId: world.school.ilorin.id,
    day,
    description: 'Cash to the bank',
    lines,
    ...more,
  });
const deposit = async (amount = '1000000') => ({
  1: { account: await idOf('Bank'), debit: amount, credit: '', note: 'Slip 88' },
  2: { account: await idOf('Cash'), debit: '', credit: amount, note: '' },
  3: { account: '', debit: '', credit: '', note: '' },
});
const errorsOf = async (answer: ReturnType<typeof send>) =>
  (await answer).json<{ errors: Record<string, string> }>().errors;
const waiting = async (who: Browser) =>
  (await who.page('/approvals')).props['waiting'] as { id: number; label: string; details: [string, string][] }[];

test('a bursar prepares a journal entry, and the principal posts exactly that', async () => {
  const asked = await send(await deposit());
  expect(asked.statusCode, asked.body).toBe(303);
  expect(await balanceOf('Cash')).toBe(20_000_00);
  expect(Object.keys(await errorsOf(send(await deposit())))).toEqual(['form']);
  const [request] = await waiting(principal);
  expect(request).toMatchObject({ label: 'Journal entry' });
  expect(request!.details.slice(2)).toEqual([
    ['Debit 1090 Bank', '₦10,000.00 · Slip 88'],
    ['Credit 1000 Cash', '₦10,000.00'],
  ]);
  expect((await bursar.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(403);
  await principal.post(`/approvals/${request!.id}/approve`);
  expect([await balanceOf('Cash'), await balanceOf('Bank')]).toEqual([10_000_00, 10_000_00]);
  const [row] = await journal();
  const { entry } = (await bursar.page(`/ledger/entries/${row!.id}`)).props as unknown as PropsOf<typeof entryPage>;
  expect(entry).toMatchObject({ source: 'manual', day, description: 'Cash to the bank', document: null });
  expect(entry.approvedBy).not.toBe(entry.postedBy);
  expect(entry.lines.map(({ account, amount, note }) => [account, amount, note])).toEqual([
    ['Bank', 10_000_00, 'Slip 88'],
    ['Cash', -10_000_00, null],
  ]);
});

test('an entry is refused with the field that is wrong, and nothing is asked', async () => {
  const [one, two] = Object.values(await deposit());
  const before = (await waiting(principal)).length;
  const wrong = async (lines: object, more: object = {}) => Object.keys(await errorsOf(send(lines, more)));
  expect(await errorsOf(send({ 1: one!, 2: { ...two!, credit: '999999' } }))).toEqual({
    lines: 'Debit and credit must be equal. Debit is ₦0.01 more.',
  });
  expect(await wrong({ 1: one! })).toEqual(['lines']);
  expect(await wrong({ 1: { ...one!, debit: '-5' }, 2: { ...two!, credit: '10.5' } })).toEqual([
    'lines.1.debit',
    'lines.2.credit',
  ]);
  expect(await wrong({ 1: { ...one!, credit: '1' }, 2: { ...two!, account: '' } })).toEqual([
    'lines.1.credit',
    'lines.2.account',
  ]);
  expect(await wrong({ 1: one!, 2: two! }, { day: '2099-01-01' })).toEqual(['day']);
  expect(await wrong({ 1: one!, 2: two! }, { description: ' ' })).toEqual(['description']);
  for (const name of ['Fees receivable', 'Students’ credit', 'Refunds payable', 'Unidentified payments'])
    expect(await wrong({ 1: one!, 2: { ...two!, account: await idOf(name) } })).toEqual(['lines.2.account']);
  const { accounts: offered } = (await bursar.page('/ledger/entries/new')).props as unknown as PropsOf<
    typeof entryFormPage
  >;
  expect(offered.map(({ name }) => name)).not.toContain('Fees receivable');
  expect(await waiting(principal)).toHaveLength(before);
  expect((await principal.post('/ledger/entries', {})).statusCode).toBe(403);
});

test('a posted entry is reversed once, by the opposite entry, and other entries are not reversed here', async () => {
  const [row] = await journal();
  const ask = (id: number) => bursar.post(`/ledger/entries/${id}/reverse`, { reason: 'Counted twice' });
  expect((await ask(row!.id)).statusCode).toBe(303);
  await principal.post(`/approvals/${(await waiting(principal))[0]!.id}/approve`);
  expect([await balanceOf('Cash'), await balanceOf('Bank')]).toEqual([20_000_00, 0]);
  const [reversal] = await journal();
  expect(reversal!.description).toBe(`Reversal of entry ${row!.id}: Cash to the bank`);
  for (const id of [row!.id, reversal!.id]) expect((await ask(id)).statusCode).toBe(409);
  const payment = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute<{ id: number }>(sql`select min(id) as id from ledger_entries where source = 'payment'`),
  );
  expect((await ask(Number(payment.rows[0]!.id))).statusCode).toBe(409);
});

test('an entry whose account was archived before it was approved is not posted', async () => {
  await bursar.post('/ledger/accounts', {
    institutionId: world.school.ilorin.id,
    code: '6010',
    name: 'Diesel',
    kind: 'expense',
    note: '',
  });
  const diesel = await idOf('Diesel');
  const { 2: cash } = await deposit('500');
  await send({ 1: { account: diesel, debit: '500', credit: '', note: '' }, 2: cash }, { description: 'Diesel' });
  await bursar.post(`/ledger/accounts/${diesel}/archive`);
  const request = (await waiting(principal))[0]!;
  expect((await principal.post(`/approvals/${request.id}/approve`)).statusCode).toBe(422);
  await bursar.post(`/ledger/accounts/${diesel}/restore`);
  expect((await principal.post(`/approvals/${request.id}/approve`)).statusCode).toBeLessThan(400);
  expect(await balanceOf('Diesel')).toBe(5_00);
});

test('notes of lines are in every export, and change nothing for who reads it', async () => {
  const lines = await deposit('700');
  lines[1]!.note = '=1+1 ; date:2020-01-01, [2020-01-02]  slip 9';
  await send(lines, { description: 'Banked' });
  await principal.post(`/approvals/${(await waiting(principal))[0]!.id}/approve`);
  const { transactions } = readJournal((await bursar.get('/ledger/export.journal')).body);
  expect(transactions.at(-1)).toMatchObject({ day, words: 'Banked' });
  expect(Object.entries(transactions.at(-1)!.notes)).toEqual([
    ['Assets:1090 Bank', '=1+1 , date-2020-01-01, -2020-01-02- slip 9'],
  ]);
  const { body } = await bursar.get('/ledger/export.csv');
  expect(body.split('\n')[0]).toMatch(/Note/);
  expect(body).toContain('"\'=1+1 ; date:2020-01-01');
});
