import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../proof/check-books.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';
import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { undoRows } from '#features/people/imports/work/undo-rows.job.ts';
import { readBalance } from './openings.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let principal: Browser;
let till: ReturnType<typeof openTill>;
const numbers: Record<string, string> = {};
beforeAll(async () => {
  world = await startSchool();
  [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  till = openTill(world);
  const { rows } = await till.work((tx) =>
    tx.execute<{ name: string; number: string }>(sql`select first_name || ' ' || surname as name,
      admission_number as number from students where institution_id = ${till.institutionId}`),
  );
  for (const { name, number } of rows) numbers[name] = number;
});
afterAll(() => world?.close());

const student = (name: keyof typeof world.school.ilorin.studentIds) => world.school.ilorin.studentIds[name];

function upload(browser: Browser, text: string) {
  const part = (name: string, value: string) =>
    `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--cloth\r\nContent-Disposition: form-data; name="file"; filename="old balances.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--cloth--\r\n`;
  return browser.send({
    method: 'POST',
    url: '/imports',
    payload: Buffer.from(part('kind', 'openings') + part('institutionId', String(till.institutionId)) + file),
    headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
  });
}

async function work() {
  for (const { queue, data } of world.sent.splice(0)) {
    const job = { 'imports.run': runRows, 'imports.check': checkRows, 'imports.undo': undoRows }[queue as string];
    await job?.(world.services, data as never, new AbortController().signal);
  }
}

/** Uploads a file with the columns as guessed, and has it checked. */
async function check(...lines: string[]) {
  const address = String((await upload(bursar, lines.join('\n'))).headers.location);
  const { columns } = (await bursar.page(address)).props;
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? 'leave_out');
  expect((await bursar.post(`${address}/check`, { mapping, repeat: true })).statusCode).toBe(303);
  await work();
  return { address, mapping, props: (await bursar.page(address)).props };
}

const send = async (address: string, mode: 'all' | 'good', by = bursar) =>
  by.post(`${address}/run`, { mode, seen: (await by.page(address)).props.import.seen });
async function approve(by: Browser) {
  const { rows } = await till.work((tx) =>
    tx.execute<{ id: number }>(sql`select id from approvals where outcome is null order by id`),
  );
  return by.post(`/approvals/${rows[0]!.id}/approve`);
}

/** Imports a checked file; what it has of credit is approved by the principal. */
async function run(address: string, mode: 'all' | 'good') {
  const { asksFirst } = (await bursar.page(address)).props.import;
  expect((await send(address, mode)).statusCode).toBe(303);
  if (asksFirst) expect((await approve(principal)).statusCode).toBe(200);
  await work();
  return (await bursar.page(address)).props;
}

test('opening balances come from a file: owed as invoices, credit as credit, each student once', async () => {
  const [ada, musa] = [numbers['Ada Obi'], numbers['Musa Garba']];
  const { address, props, mapping } = await check(
    'Adm No,Name,Outstanding,As at,Remarks',
    `${ada},OBI ADA,"12,500.50",2026-09-01,Third term`,
    `${musa},Garba Musa,(3000),2026-09-01,`,
    `${numbers['Efe Omoregie']},Omoregie Efe,0,2026-09-01,`,
    `${numbers['Ngozi Okafor']},Someone Else,100,2026-09-01,`,
    'NONE/1,Ada Obi,100,2026-09-01,',
  );
  expect(mapping).toEqual(['admissionNumber', 'name', 'balance', 'asOf', 'note']);
  expect(props.import).toMatchObject({ good: 2, bad: 2, skipped: 1 });
  expect(props.amounts).toMatchObject({ owed: { count: 1, total: 12_500_50 }, credit: { count: 1, total: 3_000_00 } });
  expect(props.problems.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('is Ngozi Okafor, not “Someone Else”'),
    expect.stringContaining('No student has this admission number'),
  ]);
  expect(await till.books()).toEqual({});
  expect(await run(address, 'good')).toMatchObject({ import: { state: 'done', imported: 2 } });
  expect(await till.balance(student('Ada Obi'))).toEqual({ owed: 12_500_50, credit: 0 });
  expect(await till.balance(student('Musa Garba'))).toEqual({ owed: 0, credit: 3_000_00 });
  const [invoice] = (await bursar.page('/invoices')).props.rows;
  expect(invoice).toMatchObject({ kind: 'opening', title: 'Opening balance', total: 12_500_50 });
  // A second file corrects nothing, and says so.
  const again = await check('Admission number,Balance', `${ada},1`, `${musa},5`);
  expect(again.props.import).toMatchObject({ good: 0, bad: 2 });
  expect(again.props.problems[0].message).toMatch(/Ada Obi already has an opening balance: 12,500.50 owed \(INV-\d+\)/);
  expect(await till.work((tx) => checkBooks(tx))).toEqual([]);
});

test('an import of balances is undone by reversing entries, for as long as nothing was paid on it', async () => {
  const [efe, ngozi] = [student('Efe Omoregie'), student('Ngozi Okafor')];
  const owed = await till.bill(ngozi, 2_000_00);
  const { address } = await check(
    'Admission number,Owed,Credit',
    `${numbers['Efe Omoregie']},"₦40,000",`,
    `${numbers['Ngozi Okafor']},,5000`,
    `${numbers['Chidi Eze']},700,`,
  );
  expect(await run(address, 'all')).toMatchObject({ import: { state: 'done', imported: 3 } });
  // Credit pays what is open.
  expect(await till.balance(ngozi)).toEqual({ owed: 0, credit: 3_000_00 });
  const before = (await bursar.page(`/invoices/${owed}`)).props.invoice;
  expect(before).toMatchObject({ state: 'paid' });
  const rows: { id: number; kind: string; studentId: number; total: number }[] = (await bursar.page('/invoices')).props
    .rows;
  const efes = rows.find(({ kind, total }) => kind === 'opening' && total === 40_000_00)!;
  const cashier = await world.as('cashier');
  await till.openDay(cashier);
  expect((await till.pay(cashier, efe, 1_000_00, [[efes.id, 1_000_00, 40_000_00]])).statusCode).toBe(200);
  expect((await bursar.get(`${address}/undo`)).json()).toMatchObject({
    removed: 2,
    stays: { 'has been paid, wholly or in part': 1 },
  });
  expect((await bursar.post(`${address}/undo`)).statusCode).toBe(303);
  // A second person agrees that a debt goes.
  expect((await bursar.page(address)).props.import.state).toBe('done');
  const principal = await world.as('principal');
  const [request] = (await principal.page('/approvals')).props.waiting;
  expect(request.summary).toBe('reverse opening balances of ₦700.00 from a file');
  await principal.post(`/approvals/${request.id}/approve`);
  await work();
  expect((await bursar.page(address)).props).toMatchObject({
    import: { state: 'undone' },
    undone: { result: { removed: 2 } },
  });
  expect(await till.balance(ngozi)).toEqual({ owed: 2_000_00, credit: 0 });
  expect(await till.balance(efe)).toEqual({ owed: 39_000_00, credit: 0 });
  expect(await till.work((tx) => checkBooks(tx))).toEqual([]);
  // What was taken back may come again.
  expect((await check('Admission number,Balance', `${numbers['Ngozi Okafor']},9`)).props.import).toMatchObject({
    good: 1,
  });
});

test('credit by file waits for a second person, who did not upload it, and nobody credits the own family', async () => {
  const [ngozi, chidi] = [numbers['Ngozi Okafor'], numbers['Chidi Eze']];
  // Debts alone are imported at once; the test above undid them.
  const debts = await check('Admission number,Balance', `${chidi},300`);
  expect(debts.props.import).toMatchObject({ asksFirst: false });
  expect(await run(debts.address, 'all')).toMatchObject({ import: { state: 'done' } });
  const { address, props } = await check('Admission number,Balance', `${ngozi},-900`, `${numbers['Aisha Bello']},100`);
  expect(props.import).toMatchObject({ good: 2, asksFirst: true, isAsked: false });
  const other = await world.as('owner');
  expect((await send(address, 'all', other)).json().errors.mode).toContain('the person who uploaded it');
  expect((await send(address, 'all')).statusCode).toBe(303);
  await work();
  expect((await bursar.page(address)).props.import).toMatchObject({ state: 'checked', isAsked: true });
  expect((await send(address, 'all')).statusCode).toBe(422);
  expect((await approve(bursar)).statusCode).toBe(403);
  const [waiting] = (await principal.page('/approvals')).props.waiting;
  expect(waiting.summary).toBe('import opening balances with credit of ₦900.00 for 1 student');
  expect(JSON.stringify(waiting.details)).toContain(`${ngozi}: ₦900.00`);
  // More credit than was agreed on is never brought, whatever became right since.
  await till.work((tx) =>
    tx.execute(sql`update imports set amounts = jsonb_set(amounts, '{credit,total}', '80000')
    where id = ${Number(address.split('/').at(-1))}`),
  );
  expect((await approve(principal)).statusCode).toBe(200);
  await work();
  expect((await bursar.page(address)).props).toMatchObject({
    import: { state: 'failed' },
    failure: expect.stringContaining('more credit than was approved'),
  });
  // A family of one's own: by the bursar who imports, or by the principal who approves.
  const belongTo = (account: number, child: number) =>
    till.work((tx) =>
      tx.execute(sql`update guardians g set email = (select email from accounts where id = ${account})
        from student_guardians l where l.institution_id = g.institution_id and l.guardian_id = g.id
          and l.student_id = ${child}`),
    );
  const tunde = student('Tunde Bakare');
  const ofTunde = ['Admission number,Balance', `${numbers['Tunde Bakare']},-900`] as const;
  await belongTo(world.school.accounts.principal, tunde);
  const theirs = await check(...ofTunde);
  expect(theirs.props.import).toMatchObject({ good: 1, bad: 0 });
  await run(theirs.address, 'all');
  const { rows } = await till.work((tx) =>
    tx.execute<{ message: string }>(sql`select message from import_problems order by id desc limit 1`),
  );
  expect(rows[0]!.message).toContain('related to the person who approved it');
  expect((await till.balance(tunde))?.credit ?? 0).toBe(0);
  // Nor does the principal agree to a debt of the own child, which may be too small, in a file with credit of another.
  const beside = `${ngozi},-1`;
  const mixed = await check('Admission number,Balance', `${numbers['Tunde Bakare']},1`, beside);
  await run(mixed.address, 'all');
  expect((await till.balance(tunde))?.owed ?? 0).toBe(0);
  await belongTo(world.school.accounts.bursar, tunde);
  const own = await check(...ofTunde);
  expect(own.props.problems[0].message).toContain('Tunde Bakare is a member of your own family');
  // Less than was owed is a gift as well.
  const debt = await check('Admission number,Balance', `${numbers['Tunde Bakare']},900`);
  expect(debt.props.problems[0].message).toContain('Tunde Bakare is a member of your own family');
  await belongTo(world.school.accounts.principal, tunde);
});

test('balances that are no amounts, of tomorrow, twice in a file or in a closed period are refused by row', async () => {
  const messages = async (...lines: string[]) =>
    (await check(...lines)).props.problems.map(({ message }: { message: string }) => message);
  const other = ['Tunde Bakare', 'Bala Danjuma', 'Aisha Bello'].map((name) => numbers[name]);
  expect(await messages('Admission number,Balance', `${other[0]},1.2345`, `${other[1]},lots`, `${other[2]},1`)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('is not an amount')),
  );
  expect(await messages('Admission number,Balance', `${other[0]},999999999999`)).toEqual([
    expect.stringContaining('too large'),
  ]);
  expect(await messages('Admission number,Balance,As of', `${other[0]},1,2099-01-01`)).toEqual([
    expect.stringContaining('in the future'),
  ]);
  expect(await messages('Admission number,Balance', `${other[0]},1`, `${other[0]},2`)).toEqual([
    expect.stringContaining('same admission number'),
  ]);
  await till.work((tx) => tx.execute(sql`update ledger_books set closed_through = '2026-08-31'`));
  expect(await messages('Admission number,Balance,As of', `${other[0]},1,2026-08-31`)).toEqual([
    expect.stringContaining('The books are closed up to 31 Aug 2026'),
  ]);
  const registrar = await world.as('registrar');
  expect((await upload(registrar, 'Admission number,Balance\nX,1')).statusCode).toBe(403);
  expect((await (await world.as('cashier')).get('/imports/openings')).statusCode).toBe(403);
});

test('amounts are read as schools and spreadsheets write them', () => {
  const read = (text: string) => {
    const result = readBalance(text);
    return 'ok' in result ? result.ok : null;
  };
  expect(['12,500.50', '₦1 000', '(500)', '-20', '500 CR', '500 DR', '−7', '0'].map(read)).toEqual([
    1_250_050, 100_000, -50_000, -2_000, -50_000, 50_000, -700, 0,
  ]);
  expect(['', 'abc', '1.234', '(5', '1e9'].map(read)).toEqual([null, null, null, null, null]);
});

test('debts with decimal commas are read by the whole file, shown as money, and read otherwise with one click', async () => {
  const people = ['Bala Danjuma', 'Aisha Bello', 'Terhemba Iorfa', 'Simi Ojo'];
  const [one, two, three, four] = people.map((name) => numbers[name]);
  const { address, props } = await check(
    'Admission No;Surname;Balance',
    `${one};;12500,50`,
    `${two};;0,75`,
    `${three};;1,2,3,4`,
    `${four};;25.000`,
  );
  expect(props.import).toMatchObject({ good: 3, bad: 1 });
  expect(props.problems[0].message).toContain('“1,2,3,4” is not an amount');
  expect(props.amounts.owed).toMatchObject({ count: 3, total: 12_500_50 + 75 + 25_000_00 });
  expect(props.notation).toMatchObject({ isComma: true, value: '12500,50', row: 2, read: '₦12,500.50' });
  const at = props.preview.columns.findIndex(({ label }: { label: string }) => label === 'Balance');
  const shown = async () =>
    (await bursar.page(address)).props.preview.rows.map(({ values }: { values: string[] }) => values[at]);
  expect(await shown()).toEqual(['₦12,500.50', '₦0.75', '1,2,3,4', '₦25,000.00']);
  const { seen } = props.import;
  expect((await bursar.post(`${address}/notation`, { notation: 'point', seen })).statusCode).toBe(303);
  await work();
  // None of these cells fits a decimal point: they are refused, never stored as something else.
  expect((await bursar.page(address)).props.import).toMatchObject({ good: 0, bad: 4 });
  expect((await bursar.page(address)).props.notation).toMatchObject({ isComma: false, read: null });
});
