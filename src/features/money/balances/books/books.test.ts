import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropsOf } from '#web/page.ts';
import type { accountPage, accountsPage, entryPage, journalPage, trialBalancePage } from './books.pages.ts';
import { readJournal } from '#test/harness/plain-journal.ts';
import { startSchool } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ada: number;
beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  ada = ilorin.studentIds['Ada Obi'];
  const here = bursary(world.database, ilorin.id);
  await here.bill(ada, ['2026-09-01', 50_000_00]);
  await here.pay(ada, 20_000_00, '2026-09-05');
  await here.pay(ada, 40_000_00, '2026-10-05', 'transfer');
  await here.pay(null, 7_000_50, '2026-10-06', 'transfer');
  await bursary(world.database, offa.id).bill(Object.values(offa.studentIds)[0]!, ['2026-09-01', 1_00]);
});
afterAll(() => world?.close());

const show = async <Token>(url: string, who = 'bursar') =>
  (await (await world.as(who)).page(url)).props as unknown as PropsOf<Token>;

test('the journal lists entries, finds documents by their number and filters by account, source and day', async () => {
  const { rows } = await show<typeof journalPage>('/ledger');
  expect(rows.map(({ source, amount }) => [source, amount])).toEqual([
    ['payment', 7_000_50],
    ['payment', 40_000_00],
    ['payment', 20_000_00],
    ['invoice', 50_000_00],
  ]);
  const found = async (query: string) => (await show<typeof journalPage>(`/ledger?${query}`)).rows.length;
  expect(await found('q=INV-000001')).toBe(1);
  expect(await found('q=rct-2')).toBe(1);
  expect(await found('q=school')).toBe(1);
  expect(await found('source=payment')).toBe(3);
  expect(await found('from=2026-10-01&to=2026-10-05')).toBe(1);
  const accounts = await show<typeof accountsPage>('/ledger/accounts');
  const cash = accounts.rows.find(({ name }) => name === 'Cash')!;
  expect(await found(`account=${cash.id}`)).toBe(1);
});

test('an entry shows its lines and leads to its document and its student', async () => {
  const { rows } = await show<typeof journalPage>('/ledger?source=payment');
  const { entry } = await show<typeof entryPage>(`/ledger/entries/${rows[1]!.id}`);
  expect(entry).toMatchObject({ day: '2026-10-05', document: 'RCT-000002', currency: 'NGN' });
  expect(entry.href).toMatch(/^\/payment_records\/\d+$/);
  expect(entry.lines.map(({ account, amount, studentId }) => [account, amount, studentId])).toEqual([
    ['Bank transfers', 40_000_00, null],
    ['Fees receivable', -30_000_00, ada],
    ['Students’ credit', -10_000_00, ada],
  ]);
  expect((await (await world.as('principal')).get(`/ledger/entries/${rows[1]!.id}`)).statusCode).toBe(200);
  expect((await (await world.as('registrar')).get(`/ledger/entries/${rows[1]!.id}`)).statusCode).toBe(403);
});

test('an account runs from its opening balance through the lines of a period', async () => {
  const { rows: chart } = await show<typeof accountsPage>('/ledger/accounts');
  const receivable = chart.find(({ name }) => name === 'Fees receivable')!;
  const { account, rows } = await show<typeof accountPage>(`/ledger/accounts/${receivable.id}?from=2026-09-05`);
  expect(account).toMatchObject({ opening: 50_000_00, debit: 0, credit: 50_000_00 });
  expect(rows.map(({ amount, balance }) => [amount, balance])).toEqual([
    [-30_000_00, 0],
    [-20_000_00, 30_000_00],
  ]);
});

test('the trial balance is equal on both sides on any day', async () => {
  const sides = async (query: string) => {
    const { rows } = await show<typeof trialBalancePage>(`/ledger/trial-balance${query}`);
    expect(rows.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
  };
  expect(await sides('?as_of=2026-09-30')).toEqual({
    Cash: 20_000_00,
    'Fees receivable': 30_000_00,
    Tuition: -50_000_00,
  });
  expect(await sides('')).toMatchObject({ 'Bank transfers': 47_000_50, 'Unidentified payments': -7_000_50 });
});

test('the plain-text journal, read back, has the balances of the books', async () => {
  const bursar = await world.as('bursar');
  const { body, headers } = await bursar.get('/ledger/export.journal');
  expect(headers['content-type']).toContain('text/plain');
  const { balances, transactions } = readJournal(body);
  expect(transactions.map(({ code, tags }) => [Number(code) > 0, tags.source])).toEqual([
    [true, 'invoice'],
    [true, 'payment'],
    [true, 'payment'],
    [true, 'payment'],
  ]);
  const { rows } = await show<typeof trialBalancePage>('/ledger/trial-balance');
  expect(Object.fromEntries([...balances].map(([name, amount]) => [name.split(/:\S+ /)[1], amount]))).toEqual(
    Object.fromEntries(rows.map(({ name, balance }) => [name, balance])),
  );
  const csv = await bursar.get('/ledger/export.csv?from=2026-10-06');
  expect(csv.body).toContain('7000.5');
  expect((await (await world.as('principal')).get('/ledger/export.journal')).statusCode).toBe(403);
});

test('an institution adds, edits and archives accounts, and an account in use says by what', async () => {
  const bursar = await world.as('bursar');
  const institutionId = world.school.ilorin.id;
  const account = async (name: string) =>
    (await show<typeof accountsPage>('/ledger/accounts')).rows.find((row) => row.name === name)!;
  const add = (fields: object) => bursar.post('/ledger/accounts', { institutionId, kind: 'income', ...fields });
  const refusal = async (answer: ReturnType<typeof add>) => (await answer).json<{ errors: object }>().errors;

  expect((await add({ code: '4900', name: 'Grants', note: 'From the ministry' })).statusCode).toBe(303);
  expect(Object.keys(await refusal(add({ code: '4900', name: 'Gifts' })))).toEqual(['code']);
  expect(Object.keys(await refusal(add({ code: '4901', name: 'GRANTS' })))).toEqual(['name']);
  expect(Object.keys(await refusal(add({ code: 'a b_', name: 'Gifts', kind: 'gift' })))).toEqual(['code', 'kind']);
  const { id, code, name, kind, note } = await account('Grants');
  const opened = { code, name, kind, note };
  const save = (changes: object) => bursar.post(`/ledger/accounts/${id}`, { ...opened, ...changes, opened });
  expect((await save({ kind: 'equity' })).statusCode).toBe(303);
  expect((await account('Grants')).kind).toBe('equity');
  await bursar.post(`/ledger/accounts/${id}`, { ...opened, opened: { ...opened, kind: 'equity' } });

  await bursar.post('/fee-categories', { institutionId, name: 'Building', ledgerAccountId: id });
  expect(await refusal(bursar.post(`/ledger/accounts/${id}/archive`))).toEqual({
    form: 'Grants is the account of the fee category Building. Choose another account there first.',
  });
  expect(Object.keys(await refusal(save({ kind: 'equity' })))).toEqual(['kind']);
  const { rows } = (await bursar.page('/fee-categories')).props as { rows: { id: number; name: string }[] };
  await bursar.post(`/fee-categories/${rows.find((row) => row.name === 'Building')!.id}/archive`);
  expect((await bursar.post(`/ledger/accounts/${id}/archive`)).statusCode).toBe(303);
  expect(await account('Grants')).toMatchObject({ isArchived: true, isOwn: true });
  await bursar.post(`/fee-categories/${rows.find((row) => row.name === 'Building')!.id}/restore`);
  expect((await account('Grants')).isArchived).toBe(false);
});

test('accounts of the product and accounts with entries keep their type, and the product’s are never archived', async () => {
  const bursar = await world.as('bursar');
  const { rows } = await show<typeof accountsPage>('/ledger/accounts');
  for (const wanted of ['Cash', 'Tuition']) {
    const { id, code, name, kind, note } = rows.find((row) => row.name === wanted)!;
    const opened = { code, name, kind, note };
    const post = (changes: object) => bursar.post(`/ledger/accounts/${id}`, { ...opened, ...changes, opened });
    expect(Object.keys((await post({ kind: 'equity' })).json<{ errors: object }>().errors)).toEqual(['kind']);
    expect((await post({ name: `${name} ` })).statusCode).toBe(303);
    expect((await bursar.post(`/ledger/accounts/${id}/archive`)).statusCode).toBe(422);
    expect((await (await world.as('principal')).post(`/ledger/accounts/${id}/archive`)).statusCode).toBe(403);
  }
});
