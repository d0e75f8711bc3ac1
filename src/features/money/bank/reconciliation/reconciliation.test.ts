import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';
import {
  addBankAccount,
  addStatement,
  linesOfStatement,
  statementHead,
  statementLine,
} from '#test/harness/bank-desk.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
let bursar: Browser;
let principal: Browser;
let accountId: number;
beforeEach(async () => {
  world = await startSchool();
  till = openTill(world);
  [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  accountId = await addBankAccount(bursar, till.institutionId, '0123456789');
});
afterEach(() => world.close());

const lines = [
  statementLine('02/10/2026', 'FT-1', 'TRANSFER FROM OBI', '50,000.00'),
  statementLine('05/10/2026', 'CHG', 'SMS CHARGE', '', '52.50'),
];
/** Adds the statement of October; posts its first line as other income. */
async function october() {
  const rows = await linesOfStatement(bursar, await addStatement(bursar, accountId, statementHead + lines.join('')));
  const [income] = (await bursar.page(`/bank-lines/${rows[0].id}`)).props.accounts;
  await bursar.post(`/bank-lines/${rows[0].id}/post`, { ledger_account_id: income.id, remark: 'Hall hire' });
  return rows as { id: number }[];
}
const desk = async (through = '2026-10-31') =>
  (await bursar.page(`/bank-accounts/${accountId}/reconciliation?through=${through}`)).props;
const explain = (items: string[], more: object = {}) =>
  bursar.post(`/bank-accounts/${accountId}/reconciliation/explain`, {
    through: '2026-10-31',
    items,
    fate: 'waiting',
    explanation: 'The bank charge is posted with the next statement',
    ...more,
  });
const close = (statement_balance: string, through = '2026-10-31', by = bursar) =>
  by.post(`/bank-accounts/${accountId}/reconciliation/close`, { through, statement_balance });
const closed = async () => {
  const [, charge] = await october();
  await explain([`line:${charge!.id}`]);
  const answer = await close('49,947.50');
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(String(answer.headers.location).split('/').at(-1));
};

test('an account closes with both balances once each item is explained and the difference is nothing', async () => {
  const [, charge] = await october();
  expect(await desk()).toMatchObject({
    bookBalance: 50_000_00,
    adjusted: 49_947_50,
    items: [{ kind: 'line', id: charge!.id, amount: -52_50, explanation: null, age: 26 }],
  });
  expect((await close('49,947.50')).json().errors.form).toContain('1 item has no explanation');
  expect((await explain([])).json().errors.items).toBeTruthy();
  expect((await explain(['line:999999'])).json().errors.items).toBeTruthy();
  expect((await explain([`line:${charge!.id}`])).statusCode).toBe(303);
  expect((await close('50,000.00')).json().errors.statement_balance).toContain('₦52.50 more than the books');
  expect((await close('fifty')).json().errors.statement_balance).toBeTruthy();
  expect((await close('49,947.50', '2099-01-01')).json().errors.through).toContain('before today');
  const made = await close('49,947.50');
  expect(made.statusCode, made.body).toBe(303);
  const { props } = await bursar.page(String(made.headers.location));
  expect(props).toMatchObject({ statementBalance: 49_947_50, bookBalance: 50_000_00, since: { books: 0, lines: 0 } });
  expect((await bursar.get(`${made.headers.location}/sheet.pdf`)).statusCode).toBe(200);
  expect((await close('49,947.50')).json().errors.through).toContain('is reconciled up to 31 Oct 2026');
  expect((await close('1.00', '2026-10-31', await world.as('cashier'))).statusCode).toBe(403);
});

test('an entry that no line is, is explained as well, and what is in both balances is asked about once', async () => {
  const [, charge] = await october();
  await till.work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`insert into ledger_entries
      (institution_id, day, source, source_id, part, description, currency)
      values (${till.institutionId}, '2026-10-01', 'manual', 1, '', 'Balance when the books began', 'NGN') returning id`);
    await tx.execute(sql`insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, day)
      select ${till.institutionId}, ${rows[0]!.id}, row_number() over (order by role), id,
        case role when 'bank' then 100000 else -100000 end, '2026-10-01'
      from ledger_accounts where institution_id = ${till.institutionId} and role in ('bank', 'opening')`);
  });
  const [entry] = (await desk()).items;
  expect(entry).toMatchObject({ kind: 'entry', amount: 1_000_00 });
  await explain([`line:${charge!.id}`]);
  await explain([`entry:${entry.id}`], { fate: 'settled', explanation: 'Was there before the first line' });
  expect((await close('50,947.50')).statusCode).toBe(303);
  expect((await desk('2026-11-05')).items).toMatchObject([{ kind: 'line', id: charge!.id }]);
});

test('from one close to the next the statement moves by its lines, so a missing statement is found', async () => {
  await closed();
  await addStatement(bursar, accountId, statementHead + statementLine('03/11/2026', 'FT-9', 'DEPOSIT', '1,000.00'));
  const [{ id }] = (await desk('2026-11-05')).items.filter(({ day }: { day: string }) => day === '2026-11-03');
  await explain([`line:${id}`], { through: '2026-11-05' });
  const wrong = await close('51,947.50', '2026-11-05');
  expect(wrong.json().errors.statement_balance).toContain('lines total ₦1,000.00, but its balance moved by ₦2,000.00');
  expect((await close('50,947.50', '2026-11-05')).statusCode).toBe(303);
});

test('a reconciled line cannot be undone until a second person agrees to reopen; the figures stay and say what changed', async () => {
  const id = await closed();
  const [line] = (await bursar.page('/bank-lines?state=posted')).props.rows;
  const undo = async () => {
    await bursar.post(`/bank-lines/${line.id}/undo`, { reason: 'Not hall hire' });
    const [waiting] = (await principal.page('/approvals')).props.waiting;
    return principal.post(`/approvals/${waiting.id}/approve`);
  };
  const refused = await undo();
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('is reconciled up to 31 Oct 2026');
  await addStatement(bursar, accountId, statementHead + statementLine('20/10/2026', 'FT-5', 'LATE', '700.00'));
  expect((await bursar.page(`/reconciliations/${id}`)).props).toMatchObject({
    bookBalance: 50_000_00,
    since: { books: 0, lines: 700_00 },
  });
  const asked = await bursar.post(`/reconciliations/${id}/reopen`, { reason: 'A line was posted wrongly' });
  expect(asked.statusCode, asked.body).toBe(303);
  expect((await bursar.page(`/reconciliations/${id}`)).props.reopened).toBeNull();
  const requests = (await principal.page('/approvals')).props.waiting as {
    id: number;
    kind: string;
    summary: string;
  }[];
  const reopen = requests.find(({ summary }) => summary.includes('reopen'))!;
  expect((await bursar.post(`/approvals/${reopen.id}/approve`)).statusCode).toBe(403);
  expect((await principal.post(`/approvals/${reopen.id}/approve`)).statusCode).toBe(200);
  const { props } = await bursar.page(`/reconciliations/${id}`);
  expect(props).toMatchObject({ can: { reopen: false }, reopened: { reason: 'A line was posted wrongly' } });
  const undone = requests.find(({ summary }) => summary.includes('undo'))!;
  expect((await principal.post(`/approvals/${undone.id}/approve`)).statusCode).toBe(200);
});

test('two accounts at banks in one account of the books are not reconciled', async () => {
  await addBankAccount(bursar, till.institutionId, '9876543210');
  expect((await desk()).shared).toBeTruthy();
  expect((await close('0.00')).statusCode).toBe(409);
});

test('what the bank has not shown in time waits for the bursar, in the filter and in the overview', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  await till.openDay(bursar);
  await till.pay(bursar, ada, 5_000_00, [], { channel: 'transfer', reference: 'T-1' });
  await till.pay(bursar, ada, 6_000_00, [], { channel: 'pos', reference: 'P-1' });
  await till.pay(bursar, ada, 7_000_00, [], { channel: 'cash' });
  const filter = async () =>
    (
      (await bursar.get('/payment_records/payment_record_filter?bank=not_seen', { accept: 'application/json' })).json()
        .rows as { amount: number }[]
    ).map(({ amount }) => amount);
  const overview = async () => (await bursar.page('/money')).props.waiting as object;
  await till.work((tx) =>
    tx.execute(sql`update payments set day = day - 3 where institution_id = ${till.institutionId}`),
  );
  expect(await filter(), 'without statements nothing is ever seen').toEqual([]);
  await october();
  expect(await filter(), 'a transfer has 2 days, a slip 3').toEqual([5_000_00]);
  expect(await overview()).toMatchObject({ unseen: 1, unseenAmount: 5_000_00 });
  const waits = async () =>
    ((await (await world.as('bursar')).page('/home')).props.waiting as { label: string }[]).map(({ label }) => label);
  expect(await waits()).toContain('payment overdue at the bank');
  const days = { institution_id: till.institutionId, transfer: '2', pos: '1', cheque: '7' };
  expect((await bursar.post('/bank-waits', { ...days, cheque: '61' })).json().errors.cheque).toBeTruthy();
  expect((await (await world.as('cashier')).post('/bank-waits', days)).statusCode).toBe(403);
  await bursar.post('/bank-waits', days);
  expect(await filter()).toEqual([6_000_00, 5_000_00]);
});
