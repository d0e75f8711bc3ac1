import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addBankAccount, addStatement, linesOfStatement, sendStatement } from '#test/harness/bank-desk.ts';
import { guessStatementColumns } from './statement-columns.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
});
afterEach(() => world.close());

const rows = 'Trans. Date,Reference,Debit,Credit,Remarks\n20-Nov-2026,A1,,"10,000.00",Fees\n';
const refusal = async (titles: string) =>
  (await sendStatement(bursar, accountId, titles + rows)).json().errors?.bank_account_id as string | undefined;

test('a statement of another account is refused with both numbers, wherever it prints its own', async () => {
  for (const titles of [
    'Account Number:,9876543210\n',
    'First Bank\nAccount No: 98765-43210 NGN\n',
    'A/C No.,,987 654 3210\n',
    'NUBAN,9876543210\n',
  ]) {
    const message = await refusal(titles);
    expect(message).toContain('9876543210');
    expect(message).toContain('0123456789');
  }
  const { rows: known } = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(sql`select count(*)::int as n from bank_statements`),
  );
  expect(known).toEqual([{ n: 0 }]);
});

test('a statement is taken that prints its own number, a part of it or none, without zeros in front or among other numbers', async () => {
  for (const titles of [
    'Account Number:,123456789\n',
    'Account number,0123456789,NGN\nCustomer no,9876543210\n',
    'Account Number,012***6789\n',
    'Account name,Ilorin Grammar School\nOpening balance,1000000.00\nPeriod,01/11/2026 - 30/11/2026\n',
    '',
  ])
    expect((await sendStatement(bursar, accountId, titles + rows)).statusCode, titles).toBe(303);
});

test('the number of an account of the school is known without a label too, and in a column', async () => {
  await addBankAccount(bursar, world.school.ilorin.id, '9876543210');
  expect(await refusal('Ilorin Grammar School 9876543210\n')).toContain('9876543210');
  const column = 'Account Number,Date,Credit,Remarks\n9876543210,20/11/2026,"10,000.00",Fees\n';
  const answer = await sendStatement(bursar, accountId, column);
  expect(answer.json().errors.bank_account_id).toContain('9876543210');
});

test('headings are known by their words in any order, and the transaction’s date comes before the value date', () => {
  const guess = (...headers: string[]) => guessStatementColumns(headers.map((header) => ({ header, samples: [] })));
  expect(guess('Value Date', 'DATE POSTED', 'Narration', 'Withdrawals', 'Deposits')).toEqual([
    null,
    'date',
    'narration',
    'debit',
    'credit',
  ]);
  expect(guess('Trans Date', 'Details', 'Debit Amount', 'Credit Amount')).toEqual([
    'date',
    'narration',
    'debit',
    'credit',
  ]);
  expect(guess('Txn. Posting Date', 'Remarks', 'Amount Withdrawn (NGN)', 'Amount Deposits')).toEqual([
    'date',
    'narration',
    'debit',
    'credit',
  ]);
  expect(guess('Date of Transaction', 'Remarks', 'Withdrawals/Deposits')).toEqual(['date', 'narration', 'amount']);
  expect(guess('Date Printed', 'Credit Limit', 'Debit Card')).toEqual([null, null, null]);
});

test('the apostrophe that marks a reference as text goes, and the line is known without it', async () => {
  const head = 'DATE POSTED,Value Date,Reference,Withdrawals,Deposits,Narration\n';
  const line = (reference: string) => `20-Nov-2026,20-Nov-2026,${reference},,"10,000.00",SCHOOL FEES\n`;
  const first = await addStatement(bursar, accountId, head + line('’FT26310098'));
  expect(await linesOfStatement(bursar, first)).toMatchObject([{ reference: 'FT26310098', amount: 10_000_00 }]);
  const again = await addStatement(bursar, accountId, head + line('FT26310098') + line("'FT2"));
  expect((await linesOfStatement(bursar, again)).map(({ reference }: { reference: string }) => reference)).toEqual([
    'FT2',
  ]);
});

test('a line that was read with the apostrophe is known in the next file without being added again', async () => {
  const text = 'Date,Reference,Credit,Narration\n20-Nov-2026,\'FT26310098,"10,000.00",SCHOOL FEES\n';
  await addStatement(bursar, accountId, text);
  const former = createHash('sha256').update(JSON.stringify(['2026-11-20', 10_000_00, "'FT26310098", 'SCHOOL FEES']));
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(sql`update bank_lines set reference = '''FT26310098', fingerprint = ${former.digest('hex')}`),
  );
  expect(await linesOfStatement(bursar, await addStatement(bursar, accountId, text))).toEqual([]);
});

const commas = `Trans. Date;Narration;Debit;Credit;Balance
02/11/2026;TRF FROM ADEBAYO K;;45000,50;145000,50
03/11/2026;POS SETTLEMENT;;12,50;145013,00
04/11/2026;SMS CHARGE;4,00;;145009,00
05/11/2026;TRF FROM OKORO P;;"1 234,50";146243,50
06/11/2026;TRF FROM BELLO S;;1.234,50;147478,00
09/11/2026;TRF FROM EZE C;;25.000;172478,00
`;
const amountsOf = async (statementId: number) =>
  (await linesOfStatement(bursar, statementId)).map(({ amount }: { amount: number }) => amount);

test('decimal commas are inferred from all cells of a statement, and a cell that does not fit is refused', async () => {
  const amounts = [45_000_50, 12_50, -4_00, 1_234_50, 1_234_50, 25_000_00];
  expect(await amountsOf(await addStatement(bursar, accountId, commas))).toEqual(amounts);
  const mixed =
    'Date;Narration;Credit\n10/11/2026;A;45000,50\n11/11/2026;B;1.234,50\n12/11/2026;C;1,2,3,4\n13/11/2026;D;12.50\n';
  const statementId = await addStatement(bursar, accountId, mixed);
  expect(await amountsOf(statementId)).toEqual([45_000_50, 1_234_50]);
  const { statement } = (await bursar.page(`/bank-lines?statement=${statementId}`)).props;
  expect(statement.problems).toEqual([
    { row: 4, message: '“1,2,3,4” is not an amount. Use digits, such as 12.500,00.' },
    { row: 5, message: '“12.50” is not an amount. Use digits, such as 12.500,00.' },
  ]);
});

test('the notation can be chosen before a statement is read', async () => {
  const text = 'Date;Narration;Credit\n10/11/2026;A;25.000\n11/11/2026;B;12\n';
  const address = String((await sendStatement(bursar, accountId, text)).headers.location);
  const { columns, first, currency, today } = (await bursar.page(address)).props;
  expect({ first: first.map(({ cells }: { cells: string[] }) => cells[2]), currency }).toEqual({
    first: ['25.000', '12'],
    currency: 'NGN',
  });
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? '');
  const answer = await bursar.post(`${address}/columns`, { mapping, notation: 'point' });
  expect(answer.statusCode, answer.body).toBe(303);
  const [line, ...more] = await linesOfStatement(bursar, Number(address.split('/').at(-1)));
  expect([line.amount, more]).toEqual([12_00, []]);
});
