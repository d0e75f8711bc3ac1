import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { post } from '#features/money/ledger/post.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import {
  addBankAccount as addAccount,
  addStatement,
  linesOfStatement,
  sendStatement,
  statementHead as head,
  statementLine as line,
} from '#test/harness/bank-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let accountId: number;

beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  accountId = await addAccount(bursar, world.school.ilorin.id, '0123456789');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin.id;
const ada = () => world.school.ilorin.studentIds['Ada Obi'];
const tunde = () => world.school.ilorin.studentIds['Tunde Bakare'];
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin()], act);
const rowsOf = async (query: ReturnType<typeof sql>) => (await work((tx) => tx.execute(query))).rows;

const send = (browser: Browser, text: string | Buffer, bankAccountId = accountId, name?: string) =>
  sendStatement(browser, bankAccountId, text, name);

/** Uploads a statement and returns its address. */
async function upload(text: string | Buffer): Promise<string> {
  const answer = await send(bursar, text);
  expect(answer.statusCode, answer.body).toBe(303);
  return String(answer.headers.location);
}

const add = (text: string | Buffer) => addStatement(bursar, accountId, text);
const linesOf = (statementId: number) => linesOfStatement(bursar, statementId);

const bill = (studentId: number, amount: number) =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id from ledger_accounts where role = 'income' and institution_id = ${ilorin()}`,
    );
    await issueInvoices(tx, systemActor(ilorin(), 'Test'), ilorin(), [
      {
        studentId,
        kind: 'single',
        title: 'Tuition',
        issuedOn: '2026-09-01',
        lines: [{ name: 'Tuition', amount, ledgerAccountId: rows[0]!.id }],
        dues: [{ dueOn: '2026-09-30', amount }],
      },
    ]);
  });

const pay = (studentId: number, amount: number, reference: string, day = '2026-11-10') =>
  work((tx) =>
    receivePayment(tx, systemActor(ilorin(), 'Test'), ilorin(), {
      channel: 'transfer',
      amount,
      reference,
      day,
      shares: [{ studentId, amount, allocations: [] }],
    }),
  );

const admissionNumber = async (studentId: number) =>
  String((await rowsOf(sql`select admission_number as n from students where id = ${studentId}`))[0]!['n']);
const balanceOf = async (role: string) =>
  Number(
    (
      await rowsOf(sql`select coalesce(sum(l.amount), 0) as sum from ledger_accounts a left join ledger_lines l
        on (l.institution_id, l.ledger_account_id) = (a.institution_id, a.id) where a.role = ${role}
        and a.institution_id = ${ilorin()}`)
    )[0]!['sum'],
  );
const isSound = () => work((tx) => checkBooks(tx));

test('7 columns are guessed below the bank’s own lines, and lines are proposed by reference, numbers and name', async () => {
  await bill(ada(), 50_000_00);
  await pay(tunde(), 20_000_00, 'FT-2631/0098');
  const number = await admissionNumber(tunde());
  const spread = number.toLowerCase().replace(/[^a-z0-9]/g, ' - ');
  const address = await upload(
    `First Bank,Statement of account\nAccount number,0123456789,NGN\n\n${head}` +
      line('10/11/2026', 'NIP000111', 'Opening balance', '') +
      line('11/11/2026', 'ft26310098', 'TRF FROM BAKARE', '20,000.00') +
      line('12/11/2026', 'NIP1', 'School fees inv 000 001 thanks', '30,000.00') +
      line('13/11/2026', 'NIP2', `FEES/${spread}/TERM1`, '5,000.00') +
      line('14/11/2026', 'NIP3', 'NIP TRF FRM OBI ADA NGOZI', '1,000.00') +
      line('15/11/2026', 'NIP4', 'Rent of hall', '7,000.00') +
      line('16/11/2026', 'CHG', 'SMS charge', '', '53.75'),
  );
  const { props } = await bursar.page(address);
  expect(props.columns.map(({ field }: { field: string | null }) => field)).toEqual([
    'date',
    null,
    'reference',
    'narration',
    'debit',
    'credit',
    null,
  ]);
  const statementId = Number(address.split('/').at(-1));
  const mapping = props.columns.map(({ field }: { field: string | null }) => field ?? '');
  expect((await bursar.post(`${address}/columns`, { mapping })).statusCode).toBe(303);
  expect(
    (await linesOf(statementId)).map((row: Record<string, unknown>) => [
      row.amount,
      row.strength,
      row.reason,
      row.studentId,
    ]),
  ).toEqual([
    [20_000_00, 'strong', 'Reference of RCT-000001', null],
    [30_000_00, 'strong', 'Invoice INV-000001', ada()],
    [5_000_00, 'strong', `Admission number ${number}`, tunde()],
    [1_000_00, 'weak', 'Name in the narration', ada()],
    [7_000_00, null, null, null],
    [-53_75, null, 'Bank charge', null],
  ]);
});

test('7 confirming all strong proposals marks payments as seen and pays the oldest dues, once', async () => {
  await bill(ada(), 50_000_00);
  await pay(tunde(), 20_000_00, 'FT26310098');
  const id = await add(
    head +
      line('11/11/2026', 'FT26310098', 'TRF', '20,000.00') +
      line('12/11/2026', 'NIP1', 'INV-000001', '30,000.00') +
      line('12/11/2026', 'NIP2', 'INV-000001', '25,000.00'),
  );
  const answers = await Promise.all([
    bursar.post(`/bank-statements/${id}/confirm`, { after: 0 }),
    (await world.as('bursar')).post(`/bank-statements/${id}/confirm`, { after: 0 }),
  ]);
  expect(answers.map(({ body }) => JSON.parse(body).confirmed).toSorted()).toEqual([0, 3]);
  expect((await linesOf(id)).map(({ state }: { state: string }) => state)).toEqual(['matched', 'received', 'received']);
  expect(await rowsOf(sql`select owed, credit from student_balances where student_id = ${ada()}`)).toEqual([
    { owed: 0, credit: 5_000_00 },
  ]);
  expect([await balanceOf('bank'), await balanceOf('transfer')]).toEqual([75_000_00, 0]);
  expect(await isSound()).toEqual([]);
});

test('7 a line never counts twice: overlapping files, other capitals, and equal lines of one file', async () => {
  const equal = line('11/11/2026', '', 'POS settlement', '500.00');
  const first = await add(head + equal + line('12/11/2026', 'A', 'One', '10.00'));
  const again = await add(
    head + equal.replace('POS settlement', 'pos  SETTLEMENT') + equal + line('13/11/2026', 'B', 'Two', '20.00'),
  );
  expect((await linesOf(first)).length).toBe(2);
  expect((await linesOf(again)).map(({ amount }: { amount: number }) => amount)).toEqual([500_00, 20_00]);
  const { rows } = (await bursar.page('/bank-statements')).props;
  expect(rows[0]).toMatchObject({ id: again, lineCount: 2, repeatedCount: 1, openCount: 2 });
  // Two people at once, with the same file.
  const text = head + line('14/11/2026', 'C', 'Three', '30.00');
  const both = await Promise.all([add(text), add(text)]);
  expect((await linesOf(both[0])).length + (await linesOf(both[1])).length).toBe(1);
  // Another bank account is another matter.
  accountId = await addAccount(bursar, ilorin(), '9876543210').then(
    async () => (await rowsOf(sql`select id from bank_accounts where number = '9876543210'`))[0]!['id'] as number,
  );
  expect((await linesOf(await add(text))).length).toBe(1);
});

test('7 two people who confirm the same line at once record one payment', async () => {
  const id = await add(head + line('12/11/2026', 'NIP1', 'Someone', '30,000.00'));
  const [{ id: lineId }] = await linesOf(id);
  const other = await world.as('bursar');
  const answers = await Promise.all([
    bursar.post(`/bank-lines/${lineId}/confirm`, { student_id: ada() }),
    other.post(`/bank-lines/${lineId}/confirm`, { student_id: tunde() }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
  expect(await rowsOf(sql`select count(*)::int as n from payments`)).toEqual([{ n: 1 }]);
  expect((await bursar.post(`/bank-lines/${lineId}/suspend`)).statusCode).toBe(409);
  expect(await isSound()).toEqual([]);
});

test('7 dates that do not exist or are to come, formulas and wrong amounts are told by row; the rest is added', async () => {
  const id = await add(
    head +
      line('31/02/2026', 'A', 'No such day', '10.00') +
      line('01/01/2099', 'B', 'To come', '10.00') +
      line('12/11/2026', 'C', 'Ten', 'ten') +
      line('12/11/2026', 'D', "=HYPERLINK('x')", '=1+1') +
      line('', 'E', 'No date', '10.00') +
      line('12/11/2026', 'F', 'Both', '1.00', '2.00') +
      line('12/11/2026', 'G', '=cmd|x', '1.00') +
      Array.from({ length: 6 }, (_, at) => line('13/11/2026', `H${at}`, 'Good', '(2.00)')).join(''),
  );
  const { statement, rows } = (await bursar.page(`/bank-lines?statement=${id}`)).props;
  expect(statement.problems.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
    [2, 'There is no 31 February 2026. Check the day and the month.'],
    [3, '“01/01/2099” is in the future. Check the date format.'],
    [4, '“ten” is not an amount. Use digits, such as 12,500.00.'],
    [5, '“=1+1” is not an amount. Use digits, such as 12,500.00.'],
    [6, 'It has an amount but no date.'],
    [7, 'It has money in and money out. A row can have only one of them.'],
  ]);
  expect(rows.map(({ narration, amount }: { narration: string; amount: number }) => [narration, amount])).toEqual([
    ...Array.from({ length: 6 }, () => ['Good', -2_00]),
    ['=cmd|x', 1_00],
  ]);
});

test('7 columns that cannot be right, and files that are no table, are refused and change nothing', async () => {
  const address = await upload(head + line('12/11/2026', 'A', 'One', '10.00'));
  const columns = (mapping: string[]) => bursar.post(`${address}/columns`, { mapping });
  for (const [mapping, message] of [
    [['', '', '', 'narration', '', 'credit', ''], 'Choose the column with the date.'],
    [['date', 'date', '', 'narration', '', 'credit', ''], 'Two columns are Date. Choose one.'],
    [['date', '', '', 'narration', '', '', ''], 'Choose the column with the amount, or the one with money in.'],
    [['date', '', '', 'amount', '', '', 'narration'], 'Most rows can’t be read with these columns.'],
  ] as const) {
    const answer = await columns([...mapping]);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.mapping).toContain(message);
  }
  expect(await rowsOf(sql`select count(*)::int as n from bank_lines`)).toEqual([{ n: 0 }]);
  const pdf = await send(bursar, '%PDF-1.7', accountId, 'statement.pdf');
  expect([pdf.statusCode, pdf.json().errors.file]).toEqual([
    422,
    'This is a PDF document, not a bank statement. Choose a CSV or Excel (.xlsx) file.',
  ]);
});

test('7 money that is no fee is posted to an account or ignored with a remark, which can be undone', async () => {
  const id = await add(
    head +
      line('11/11/2026', 'A', 'SMS charge', '', '53.75') +
      line('12/11/2026', 'B', 'From our other bank', '900.00'),
  );
  const [charge, own] = await linesOf(id);
  const { props } = await bursar.page(`/bank-lines/${charge.id}`);
  const account = props.accounts.find(({ label }: { label: string }) => label.endsWith('Cash differences'));
  expect(props.accounts.some(({ label }: { label: string }) => /receivable|credit|Unidentified/.test(label))).toBe(
    false,
  );
  expect((await bursar.post(`/bank-lines/${charge.id}/confirm`, { student_id: ada() })).statusCode).toBe(422);
  const remark = 'Bank charge';
  expect(
    (await bursar.post(`/bank-lines/${charge.id}/post`, { remark, ledger_account_id: account.id })).statusCode,
  ).toBe(303);
  expect([await balanceOf('bank'), await balanceOf('difference')]).toEqual([-53_75, 53_75]);
  expect((await bursar.post(`/bank-lines/${own.id}/ignore`, { remark: '' })).statusCode).toBe(422);
  expect((await bursar.post(`/bank-lines/${own.id}/ignore`, { remark: 'Own money' })).statusCode).toBe(303);
  expect((await linesOf(id)).map(({ state }: { state: string }) => state)).toEqual(['posted', 'ignored']);
  expect((await bursar.post(`/bank-lines/${own.id}/reopen`)).statusCode).toBe(303);
  expect((await bursar.post(`/bank-lines/${charge.id}/reopen`)).statusCode).toBe(409);
  expect((await linesOf(id)).map(({ state }: { state: string }) => state)).toEqual(['posted', 'open']);
});

test('7 a payment that a cashier recorded meanwhile is not recorded again from the statement', async () => {
  const number = await admissionNumber(ada());
  const id = await add(head + line('12/11/2026', 'NIP77', `Fees ${number}`, '30,000.00'));
  const [{ id: lineId, strength }] = await linesOf(id);
  expect(strength).toBe('strong');
  await pay(ada(), 30_000_00, 'NIP/77');
  const step = await bursar.post(`/bank-statements/${id}/confirm`, { after: 0 });
  expect(step.json()).toMatchObject({ confirmed: 0, skipped: 1, after: null });
  const refused = await bursar.post(`/bank-lines/${lineId}/confirm`, {});
  expect([refused.statusCode, refused.json().errors.again]).toEqual([422, expect.stringContaining('RCT-000001')]);
  expect((await bursar.post(`/bank-statements/${id}/match`)).statusCode).toBe(303);
  expect((await linesOf(id))[0]).toMatchObject({ receiptNumber: 1, reason: 'Reference of RCT-000001' });
  expect((await bursar.post(`/bank-lines/${lineId}/confirm`, {})).statusCode).toBe(303);
  expect(await rowsOf(sql`select count(*)::int as n from payments`)).toEqual([{ n: 1 }]);
});

test('7 statements and students of another institution are not found, and a cashier matches nothing', async () => {
  const id = await add(head + line('12/11/2026', 'NIP1', 'Someone', '30,000.00'));
  const [{ id: lineId }] = await linesOf(id);
  const foreign = await world.as('in.both');
  for (const address of [`/bank-statements/${id}`, `/bank-lines/${lineId}`])
    expect((await foreign.get(address)).statusCode).toBe(403);
  expect((await send(foreign, head, accountId)).statusCode).toBe(403);
  const group = await world.as('group');
  const stranger = world.school.offa.studentIds['Yakubu Ndako'];
  expect((await group.post(`/bank-lines/${lineId}/confirm`, { student_id: stranger })).statusCode).toBe(422);
  expect((await bursar.post(`/bank-lines/${lineId}/confirm`, { student_id: stranger })).statusCode).toBe(404);
  expect((await (await world.as('cashier')).get('/bank-statements')).statusCode).toBe(403);
});

test('a statement of 5,000 lines is matched against 5,000 payments and 2,000 students', async () => {
  await work((tx) =>
    tx.execute(sql`insert into students (institution_id, surname, first_name, admission_number)
      select ${ilorin()}, 'Surname' || n % 400, 'Name' || n, 'IGS/2026/' || lpad(n::text, 5, '0') from generate_series(1, 2000) n`),
  );
  await work(async (tx) => {
    await tx.execute(sql`insert into payments (institution_id, channel, status, amount, currency, day, reference, code)
      select ${ilorin()}, 'transfer', 'successful', 100000 + n, 'NGN', date '2026-11-01' + n % 15, 'FT26' || lpad(n::text, 8, '0'),
        lpad(n::text, 16, '0') from generate_series(1, 5000) n`);
    await tx.execute(sql`insert into payment_shares (institution_id, payment_id, student_id, amount)
      select institution_id, id, ${ada()}, amount from payments`);
    const { rows } = await tx.execute<{ id: number; amount: number; day: string }>(
      sql`select id, amount, day::text as day from payments order by id`,
    );
    await post(
      tx,
      systemActor(ilorin(), 'Test'),
      ilorin(),
      rows.map(({ id, amount, day }) => ({
        day,
        source: 'payment',
        sourceId: id,
        description: 'Payment received (transfer)',
        lines: [
          { to: 'transfer', amount },
          { to: 'credit', amount: -amount, studentId: ada() },
        ],
      })),
    );
  });
  const two = (at: number) => String((at % 15) + 1).padStart(2, '0');
  const text = Array.from({ length: 5000 }, (_, at) => {
    const own = String((at % 2000) + 1).padStart(5, '0');
    if (at % 3 === 0)
      return line(
        `${two(at)}/11/2026`,
        `ft26-${String(at + 1).padStart(8, '0')}`,
        'NIP TRANSFER FROM A PARENT WITH MANY WORDS',
        `${(100001 + at) / 100}`,
      );
    if (at % 3 === 1)
      return line(
        `${two(at)}/11/2026`,
        `NIP${at}`,
        `Fees of igs 2026 ${own} for the first term 2026/2027, thank you`,
        '15,000.00',
      );
    return line(
      `${two(at)}/11/2026`,
      `NIP${at}`,
      `TRF FRM Surname${at % 400} Name${at % 2000} via mobile app of the bank ref 00012345`,
      '7,000.00',
    );
  }).join('');
  const address = await upload(head + text);
  const { props } = await bursar.page(address);
  const mapping = props.columns.map(({ field }: { field: string | null }) => field ?? '');
  expect((await bursar.post(`${address}/columns`, { mapping })).statusCode).toBe(303);
  const { totals } = (await bursar.page(`/bank-lines?statement=${address.split('/').at(-1)}`)).props;
  expect(totals[0].groups.find(({ group }: { group: string }) => group === 'strong').count).toBeGreaterThan(3300);
});
