import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addBankAccount, linesOfStatement, sendStatement } from '#test/harness/bank-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
});
afterEach(() => world.close());

/** Uploads a statement, takes what is guessed, and returns days, amounts and narrations with what was said. */
async function read(text: string | Buffer, more: object = {}) {
  const sent = await sendStatement(bursar, accountId, text);
  expect(sent.statusCode, sent.body).toBe(303);
  const address = String(sent.headers.location);
  const { columns } = (await bursar.page(address)).props;
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? '');
  const answer = await bursar.post(`${address}/columns`, { mapping, order: 'dmy', ...more });
  if (answer.statusCode !== 303) return { errors: answer.json().errors, mapping, lines: [], said: '' };
  const { flash } = await bursar.page(String(answer.headers.location));
  const lines = await linesOfStatement(bursar, Number(address.split('/').at(-1)));
  return {
    mapping,
    errors: null,
    said: flash?.message ?? '',
    lines: lines.map((line: { day: string; amount: number; narration: string | null }) => [
      line.day,
      line.amount / 100,
      line.narration,
    ]),
  };
}

const headless =
  '02/11/2026,NIP TRF FROM OBI ADA SCHOOL FEES,45000.00\n03/11/2026,NIP TRF FROM BELLO SANI,30000.00\n04/11/2026,CASH DEPOSIT IKEJA,15000.00\n';
const threeLines = [
  ['2026-11-02', 45000, 'NIP TRF FROM OBI ADA SCHOOL FEES'],
  ['2026-11-03', 30000, 'NIP TRF FROM BELLO SANI'],
  ['2026-11-04', 15000, 'CASH DEPOSIT IKEJA'],
];

test('a statement without headings asks whether its first row is a transaction, and loses none', async () => {
  const unanswered = await read(headless);
  expect(unanswered.mapping).toEqual(['date', 'narration', 'amount']);
  expect(unanswered.errors).toEqual({ first_row: 'The file has no headings. Is its first row a transaction?' });
  expect((await read(headless, { first_row: 'transaction' })).lines).toEqual(threeLines);
  // Lines that are known are not added again: only the two that the answer leaves are.
  expect((await read(headless, { first_row: 'headings' })).said).toContain('2 lines were already there');
});

test('a statement of one line without headings is that line', async () => {
  const { lines } = await read('02/11/2026,NIP TRF FROM OBI ADA SCHOOL FEES,45000.00', { first_row: 'transaction' });
  expect(lines).toEqual([threeLines[0]]);
});

test('unsigned amounts take their sign from the column beside them; balances and turnover are no transactions', async () => {
  const { mapping, lines, said } = await read(
    'Date;Text;Amount;D/K;Balance\n2026-11-02;Opening balance;100000.00;K;100000.00\n2026-11-03;Transfer from a parent;45000.00;K;145000.00\n2026-11-04;Electricity;12000.00;D;133000.00\n2026-11-04;Turnover;57000.00;K;\n2026-11-04;Closing balance;133000.00;K;133000.00\n',
  );
  expect(mapping).toEqual(['date', 'narration', 'amount', 'direction', '']);
  expect(lines).toEqual([
    ['2026-11-03', 45000, 'Transfer from a parent'],
    ['2026-11-04', -12000, 'Electricity'],
  ]);
  expect(said).toContain('3 rows with a balance, turnover or total were skipped.');
});

const two = [
  ['2026-11-03', 45000.5, 'FEES OBI'],
  ['2026-11-04', -120, 'SMS CHARGE'],
];
const signs = (out: string, into: string, head: string) =>
  `Date,Narration,Amount,${head}\n03/11/2026,FEES OBI,"45,000.50",${into}\n04/11/2026,SMS CHARGE,120.00,${out}\n`;

/** The same two transactions as thirty banks and programs might write them. */
const variations: Record<string, string> = {
  'DR and CR': signs('DR', 'CR', 'DR/CR'),
  'D and C': signs('D', 'C', 'Type'),
  'Debit and Credit': signs('Debit', 'Credit', 'Debit/Credit'),
  'plus and minus': signs('-', '+', '+/-'),
  'S and H': signs('S', 'H', 'S/H'),
  'lower case': signs('dr', 'cr', 'Indicator'),
  'a signed amount': 'Date,Narration,Amount\n03/11/2026,FEES OBI,"45,000.50"\n04/11/2026,SMS CHARGE,-120.00\n',
  'a minus behind': 'Date,Narration,Amount\n03/11/2026,FEES OBI,45000.50\n04/11/2026,SMS CHARGE,120.00-\n',
  'a real minus sign': 'Date,Narration,Amount\n03/11/2026,FEES OBI,45000.50\n04/11/2026,SMS CHARGE,−120.00\n',
  brackets: 'Date,Narration,Amount\n03/11/2026,FEES OBI,45000.50\n04/11/2026,SMS CHARGE,(120.00)\n',
  'the side behind the amount':
    'Date,Narration,Amount\n03/11/2026,FEES OBI,45000.50 CR\n04/11/2026,SMS CHARGE,120.00 DR\n',
  'naira signs': 'Date,Narration,Amount\n03/11/2026,FEES OBI,"₦45,000.50"\n04/11/2026,SMS CHARGE,-₦120.00\n',
  'money in and out':
    'Date,Narration,Money out,Money in\n03/11/2026,FEES OBI,,45000.50\n04/11/2026,SMS CHARGE,120.00,\n',
  'withdrawals and deposits':
    'Date,Narration,Withdrawals,Deposits\n03/11/2026,FEES OBI,-,"45,000.50"\n04/11/2026,SMS CHARGE,120,-\n',
  'zeros in the other column':
    'Date,Narration,Debit,Credit\n03/11/2026,FEES OBI,0.00,45000.50\n04/11/2026,SMS CHARGE,120.00,0.00\n',
  semicolons: 'Date;Narration;Debit;Credit\n03/11/2026;FEES OBI;;45000.50\n04/11/2026;SMS CHARGE;120.00;\n',
  tabs: 'Date\tNarration\tDebit\tCredit\n03/11/2026\tFEES OBI\t\t45,000.50\n04/11/2026\tSMS CHARGE\t120.00\t\n',
  'decimal commas': 'Date;Narration;Debit;Credit\n03/11/2026;FEES OBI;;45.000,50\n04/11/2026;SMS CHARGE;120,00;\n',
  'blanks between thousands':
    'Date;Narration;Debit;Credit\n03/11/2026;FEES OBI;;45 000,50\n04/11/2026;SMS CHARGE;120,00;\n',
  'narrow blanks': 'Date;Narration;Debit;Credit\n03/11/2026;FEES OBI;;45\u202f000,50\n04/11/2026;SMS CHARGE;120,00;\n',
  apostrophes: "Date;Narration;Debit;Credit\n03/11/2026;FEES OBI;;45'000.50\n04/11/2026;SMS CHARGE;120.00;\n",
  'dates with names': 'Date,Narration,Debit,Credit\n03-Nov-2026,FEES OBI,,45000.50\n4 Nov 2026,SMS CHARGE,120.00,\n',
  'times of day':
    'Date,Narration,Debit,Credit\n2026-11-03 08:14:00,FEES OBI,,45000.50\n2026-11-04T09:00:00,SMS CHARGE,120.00,\n',
  'titles above':
    'First Bank\nAccount Number:,0123456789\nOpening Balance,100.00\n\nDate,Narration,Debit,Credit\n03/11/2026,FEES OBI,,45000.50\n04/11/2026,SMS CHARGE,120.00,\n',
  'a total below':
    'Date,Narration,Debit,Credit\n03/11/2026,FEES OBI,,45000.50\n04/11/2026,SMS CHARGE,120.00,\n,TOTAL,120.00,45000.50\n',
  'totals with a date':
    'Date,Narration,Debit,Credit\n03/11/2026,FEES OBI,,45000.50\n04/11/2026,SMS CHARGE,120.00,\n04/11/2026,Total Debits,120.00,\n04/11/2026,Total Credits,,45000.50\n',
  'headings on every page':
    'Date,Narration,Debit,Credit\n03/11/2026,FEES OBI,,45000.50\nDate,Narration,Debit,Credit\n04/11/2026,SMS CHARGE,120.00,\n',
  'blank rows':
    'Date,Narration,Debit,Credit\n,,,\n03/11/2026,FEES OBI,,45000.50\n\n,,,\n04/11/2026,SMS CHARGE,120.00,\n',
  'balance brought forward':
    'Date,Narration,Debit,Credit\n01/11/2026,BALANCE B/F,,100000.00\n03/11/2026,FEES OBI,,45000.50\n04/11/2026,SMS CHARGE,120.00,\n04/11/2026,Balance carried forward,,144880.50\n',
  'a byte order mark and UTF-16':
    '\ufeffDate\tNarration\tDebit\tCredit\r\n03/11/2026\tFEES OBI\t\t45000.50\r\n04/11/2026\tSMS CHARGE\t120.00\t\r\n',
};

test('thirty ways to write two transactions come in as the same two', async () => {
  expect(Object.keys(variations)).toHaveLength(30);
  for (const [what, text] of Object.entries(variations)) {
    const bytes = what.includes('UTF-16') ? Buffer.from(text, 'utf16le') : text;
    const { lines, said, errors } = await read(bytes);
    if (what === 'DR and CR') expect(lines, what).toEqual(two);
    // The first file added them; each other must find exactly these again.
    else
      expect([errors, said.replace(/ 2 rows with.*| 1 row with.*/, '')], what).toEqual([
        null,
        '0 lines added. 2 lines were already there.',
      ]);
  }
});

test('a word beside an amount that is neither in nor out is a problem of its row', async () => {
  const { lines } = await read(
    `${signs('D', 'K', 'D/K')}05/11/2026,OTHER,10.00,\n`.replace('Amount,D/K', 'Amount,D/K'),
  );
  expect(lines).toHaveLength(3);
  const sent = await sendStatement(bursar, accountId, signs('D', 'Z', 'Kind'));
  const answer = await bursar.post(`${String(sent.headers.location)}/columns`, {
    mapping: ['date', 'narration', 'amount', 'direction'],
  });
  expect(answer.statusCode).toBe(303);
  const { statement } = (await bursar.page(String(answer.headers.location))).props;
  expect(statement.problems[0].message).toContain('“Z” is neither money in nor money out');
});

test('columns that were chosen for a statement are chosen again for the next one with the same headings', async () => {
  const text = (day: string) => `Posted,Day,Paid by,Sum\n${day},${day},OBI,500.00\n`;
  const address = String((await sendStatement(bursar, accountId, text('03/11/2026'))).headers.location);
  const mapping = ['', 'date', 'narration', 'amount'];
  expect((await bursar.post(`${address}/columns`, { mapping })).statusCode).toBe(303);
  const next = String((await sendStatement(bursar, accountId, text('04/11/2026'))).headers.location);
  const { columns } = (await bursar.page(next)).props;
  expect(columns.map(({ field }: { field: string | null }) => field ?? '')).toEqual(mapping);
});

test('a statement with its account above, quoted references and a bank charge comes in as it says', async () => {
  const { lines, mapping } = await read(
    'Account Number:,0123456789\nTrans. Date,Reference,Value Date,Debit,Credit,Balance,Remarks\n20-Nov-2026,\'00012345,20-Nov-2026,,"60,000.00","1,060,000.00",CHQ DEP 00012345 GTB IKEJA\n20-Nov-2026,,20-Nov-2026,50.00,,"1,059,950.00",ELECTRONIC MONEY TRANSFER LEVY\n21-Nov-2026,\'000013261121,21-Nov-2026,,"45,000.00","1,104,950.00",NIP/TRF OBI ADA SCH FEES\n',
  );
  expect(mapping).toEqual(['date', 'reference', '', 'debit', 'credit', '', 'narration']);
  expect(lines).toEqual([
    ['2026-11-20', 60000, 'CHQ DEP 00012345 GTB IKEJA'],
    ['2026-11-20', -50, 'ELECTRONIC MONEY TRANSFER LEVY'],
    ['2026-11-21', 45000, 'NIP/TRF OBI ADA SCH FEES'],
  ]);
});
