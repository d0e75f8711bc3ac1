import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { names } from '#features/records/geography/people.demo.ts';
import { customFields } from '#features/records/custom-fields/custom-fields.schema.ts';
import { religions } from '#features/records/lookups/lookups.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { imports, importWords } from './imports.schema.ts';
import { checkRows } from './work/check-rows.job.ts';
import { runRows } from './work/run-rows.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let owner: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  ilorin = world.school.ilorin.id;
});
afterAll(() => world?.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) => world.database.asSystem([ilorin], work);

async function work() {
  const never = new AbortController().signal;
  for (const { queue, data } of world.sent.splice(0))
    await (queue === 'imports.run' ? runRows : checkRows)(world.services, data as never, never);
}

async function start(content: string, browser = registrar) {
  const answer = await upload(browser, '/imports', {
    field: 'file',
    content: Buffer.from(content),
    fileName: 'students.csv',
    fields: { institutionId: String(ilorin), kind: 'students' },
  });
  const address = String(answer.headers.location);
  return { address, columns: (await browser.page(address)).props };
}

/** Checks with the guessed columns, or with these for some headings. */
async function check(content: string, options: object = {}, mapped: Record<string, string> = {}, browser = registrar) {
  const { address, columns } = await start(content, browser);
  const mapping = columns.columns.map(
    ({ header, field }: { header: string; field: string | null }) => mapped[header] ?? field ?? 'leave_out',
  );
  const answer = await browser.post(`${address}/check`, { mapping, repeat: true, ...options });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  return { address, props: (await browser.page(address)).props };
}

async function correct(address: string, body: object, browser = registrar) {
  const answer = await browser.post(`${address}/corrections`, body);
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  return (await browser.page(address)).props;
}

async function run(address: string) {
  await registrar.post(`${address}/run`, { mode: 'all' });
  await work();
  return (await registrar.page(address)).props.import;
}

const studentCalled = (surname: string) =>
  within(async (tx) => (await tx.select().from(students).where(eq(students.surname, surname)))[0]!);

test('the first rows are shown as they will be saved, with counts, also when nothing is wrong', async () => {
  const { props } = await check(
    'Adm No,NAME OF STUDENT,Sex,DOB,Class,State\nP/1,OLU TOLA KEHINDE,f,13/04/2012,jss1a,kwara state\n2026/0001,OBI ADA,F,13/04/2012,,\n',
    { tidyNames: true },
  );
  expect(props.counts).toEqual({ new: 1, skip: 1 });
  expect(props.preview.columns.map(({ label }: { label: string }) => label)).toEqual([
    'Admission number',
    'Surname',
    'First name',
    'Middle name',
    'Gender',
    'Date of birth',
    'Batch',
    'State of origin',
  ]);
  expect(props.preview.rows).toMatchObject([
    { row: 2, kind: 'new', values: ['P/1', 'Olu', 'Tola', 'Kehinde', 'Female', '2012-04-13', 'JSS 1 A', 'Kwara'] },
    { row: 3, kind: 'skip' },
  ]);
});

test('a value is said once for all rows that have it, and is known in the next file', async () => {
  const file = (number: string, name: string) =>
    `Adm No,Surname,First name,Class\n${number}1,${name},One,07.1\n${number}2,${name},Two,07.1\n${number}3,${name},Three,JSS 1 A\n`;
  const { address, props } = await check(file('W/', 'Meaning'), {}, { Class: 'batch' });
  expect(props.problems).toMatchObject([
    { rowNumber: 2, count: 2, value: '07.1', field: 'batch', rows: [{ row: 2, who: 'Meaning, One' }, { row: 3 }] },
  ]);
  expect(props.choices.batch).toEqual(['JSS 1 A', 'JSS 1 B', 'JSS 2 A']);
  const words = [{ field: 'batch', value: '07.1', means: 'JSS 2 A' }];
  const corrected = await correct(address, { words, seen: props.import.seen });
  expect(corrected).toMatchObject({ import: { good: 3, bad: 0 }, problems: [] });
  expect(corrected.replaced).toEqual([{ field: 'batch', label: 'Batch', value: '07.1', means: 'JSS 2 A', count: 2 }]);
  // An old page changes nothing.
  const stale = await registrar.post(`${address}/corrections`, { words, seen: props.import.seen });
  expect(stale.statusCode).toBe(409);
  expect(await run(address)).toMatchObject({ state: 'done', imported: 3 });
  expect((await studentCalled('Meaning')).batchId).toBe(world.school.ilorin.batchIds['JSS 2 A']);

  // The next file is guessed and read with it; then it is taken back.
  const next = await check(file('V/', 'Again'));
  expect(next.props).toMatchObject({ import: { good: 3, bad: 0 }, replaced: [{ value: '07.1', count: 2 }] });
  const back = await correct(next.address, { words: [{ field: 'batch', value: '07.1', means: '-as-written' }] });
  expect(back).toMatchObject({ import: { good: 1, bad: 2 }, replaced: [] });
  expect(await within((tx) => tx.$count(importWords, eq(importWords.institutionId, ilorin)))).toBe(0);
  const blank = await correct(next.address, { words: [{ field: 'batch', value: '07.1', means: '-blank' }] });
  expect(blank.import).toMatchObject({ good: 3, bad: 0 });
  const [entry] = await within((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.import.correct')),
  );
  expect(entry!.summary).toBe('corrected 1 value and 0 cells of a file before its import');
});

test('a meaning that is closed meanwhile is a problem again, and nothing is imported', async () => {
  const { address } = await check('Adm No,Surname,First name,Class\nM/1,Meanwhile,One,09.1\n', {}, { Class: 'batch' });
  await correct(address, { words: [{ field: 'batch', value: '09.1', means: 'JSS 1 B' }] });
  const { batchIds } = world.school.ilorin;
  const rename = (name: string, arm: string) =>
    within((tx) => tx.update(batches).set({ name, arm }).where(eq(batches.id, batchIds['JSS 1 B'])));
  await rename('JSS 1 Blue', 'Blue');
  expect(await run(address)).toMatchObject({ state: 'checked', bad: 1 });
  const { props } = await registrar.page(address);
  expect(props.problems).toMatchObject([
    { value: '09.1', field: 'batch', message: expect.stringContaining('JSS 1 B') },
  ]);
  const gone = await registrar.post(`${address}/corrections`, {
    words: [{ field: 'batch', value: '09.1', means: 'JSS 1 B' }],
  });
  expect(gone.json().errors).toEqual({ 'words.0.means': 'JSS 1 B is no longer open. Choose another batch.' });
  await rename('JSS 1 B', 'B');
});

test('a field that is archived meanwhile stops the import with words', async () => {
  const [field] = await within((tx) =>
    tx
      .insert(customFields)
      .values({ institutionId: ilorin, entity: 'student', name: 'house', label: 'House', type: 'text' } as never)
      .returning(),
  );
  const { address } = await check('Adm No,Surname,First name,House\nF/1,Field,Gone,Red\n');
  await within((tx) => tx.update(customFields).set({ retiredAt: new Date() }).where(eq(customFields.id, field!.id)));
  expect(await run(address)).toMatchObject({ state: 'failed' });
  expect((await registrar.page(address)).props).toMatchObject({
    failure: 'A field that this file fills in has since been archived. Map the columns again.',
    mayCheckAgain: true,
  });
});

test('a class arm and a value of a list are added on the spot by people who can add them', async () => {
  const file = 'Adm No,Surname,First name,Class,Religion\nN/1,Spot,One,JSS1 Gold,Grail\n';
  const options = { newWords: 'report' };
  const { address, props } = await check(file, options, { Class: 'batch' }, owner);
  expect(props.problems.map(({ field }: { field: string }) => field)).toEqual(['batch', 'religion']);
  const jss1 = props.can.classes.find(({ name }: { name: string }) => name === 'JSS 1');
  const words = [
    { field: 'batch', value: 'JSS1 Gold', means: '-add', classId: String(jss1.id), arm: 'Gold', capacity: '30' },
    { field: 'religion', value: 'Grail', means: '-add' },
  ];
  const twice = [{ ...words[0], arm: 'A' }];
  const refused = await owner.post(`${address}/corrections`, { words: twice });
  expect(refused.json().errors['words.0.means']).toContain('JSS 1 A');
  const after = await correct(address, { words }, owner);
  expect(after).toMatchObject({ import: { good: 1, bad: 0 }, problems: [] });
  const [made] = await within((tx) => tx.select().from(batches).where(eq(batches.name, 'JSS 1 Gold')));
  expect(made).toMatchObject({ arm: 'Gold', capacity: 30 });
  const isGrail = and(eq(religions.institutionId, ilorin), eq(religions.name, 'Grail'));
  expect(await within((tx) => tx.$count(religions, isGrail))).toBe(1);

  // The registrar edits lists, but not the structure, and is not shown religions.
  const other = await check('Adm No,Surname,First name,Class\nN/2,Spot,Two,JSS1 Silver\n', {}, { Class: 'batch' });
  const mayAdd = (await registrar.page(other.address)).props.can;
  const silver = { field: 'batch', value: 'JSS1 Silver', means: '-add', classId: String(jss1.id), arm: 'Silver' };
  const answer = await registrar.post(`${other.address}/corrections`, { words: [silver] });
  expect([mayAdd.classes.length > 0, answer.statusCode]).toEqual(
    mayAdd.classes.length > 0 ? [true, 303] : [false, 403],
  );
});

test('wrong cells are corrected in place, row by row, and only where there is a problem', async () => {
  const { address, props } = await check(
    'Adm No,Surname,First name,DOB,Phone\nC/1,Cell,One,31/02/2010,\nC/2,,Two,13/04/2012,0803\nC/3,Cell,Three,13/04/2012,\n',
    {},
    { Phone: 'phone' },
  );
  expect(props.problems).toMatchObject([
    { columnName: 'DOB', value: '31/02/2010', field: null, isEditable: true, rows: [{ row: 2, who: 'Cell, One' }] },
    { columnName: 'Surname', value: '', rows: [{ row: 3 }] },
    { columnName: 'Phone', value: '0803', rows: [{ row: 3 }] },
  ]);
  const cells = [
    { row: 2, column: 'DOB', value: '28/02/2010', was: '31/02/2010' },
    { row: 3, column: 'Surname', value: 'Cellular', was: '' },
    // As it was: not a correction.
    { row: 3, column: 'Phone', value: '0803', was: '0803' },
  ];
  const nowhere = [{ row: 4, column: 'Surname', value: 'Other', was: 'Cell' }];
  expect((await registrar.post(`${address}/corrections`, { cells: nowhere })).json().errors.form).toContain('Row 4');
  expect((await registrar.post(`${address}/corrections`, { cells: [cells[2]] })).json().errors.form).toContain(
    'Nothing',
  );
  const after = await correct(address, { cells });
  expect(after.problems).toMatchObject([{ columnName: 'Phone', rows: [{ row: 3, who: 'Cellular, Two' }] }]);
  await correct(address, { cells: [{ row: 3, column: 'Phone', value: '', was: '0803' }] });
  expect(await run(address)).toMatchObject({ state: 'done', imported: 3 });
  expect(await studentCalled('Cellular')).toMatchObject({ firstName: 'Two', phone: null });
});

test('a field without a column has one value for all rows, which is checked before the file', async () => {
  const file = 'Adm No,Surname,First name\nS/1,Same,One\nS/2,Same,Two\n';
  const { address, columns } = await start(file);
  const mapping = columns.columns.map(({ field }: { field: string }) => field);
  const refused = async (same: object[]) =>
    (await registrar.post(`${address}/check`, { mapping, same })).json().errors as Record<string, string>;
  expect(await refused([{ field: 'batch', value: 'JSS 9 Z' }])).toHaveProperty(['same.0.value']);
  expect(await refused([{ field: 'admissionDate', value: '31/02/2024' }])).toHaveProperty(['same.0.value']);
  expect(await refused([{ field: 'surname', value: 'Obi' }])).toHaveProperty(['same.0.field']);
  const same = [
    { field: 'batch', value: 'JSS 1 A' },
    { field: 'admissionDate', value: '9 Sep 2024' },
  ];
  const { address: second, props } = await check(file, { same });
  expect(props.preview.rows[1]).toMatchObject({ kind: 'new', values: ['S/2', 'Same', 'Two', 'JSS 1 A', '2024-09-09'] });
  await run(second);
  expect(await studentCalled('Same')).toMatchObject({
    batchId: world.school.ilorin.batchIds['JSS 1 A'],
    admissionDate: '2024-09-09',
  });
});

test('a colleague without access to a column can neither see its values nor correct them', async () => {
  const file = 'Adm No,Surname,First name,Religion\nR/1,Secret,One,Xtian\n';
  const { address } = await check(file, { newWords: 'report' }, {}, owner);
  const ict = await world.as('ict_administrator');
  const { props } = await ict.page(address);
  expect(props.problems).toMatchObject([{ columnName: 'Religion', value: null, rows: [], isEditable: false }]);
  expect(JSON.stringify(props)).not.toContain('Xtian');
  const words = [{ field: 'religion', value: 'Xtian', means: 'Christianity' }];
  expect((await ict.post(`${address}/corrections`, { words })).statusCode).toBe(422);
  const cells = [{ row: 2, column: 'Religion', value: 'x', was: '' }];
  expect((await ict.post(`${address}/corrections`, { cells })).statusCode).toBe(422);
});

test('two people import at once: the second finds the students of the first', async () => {
  const file = 'Adm No,Surname,First name\nT/1,Twice,One\nT/2,Twice,Two\n';
  const [one, other] = [await check(file), await check(file, {}, {}, owner)];
  expect([one.props.counts, other.props.counts]).toEqual([{ new: 2 }, { new: 2 }]);
  expect(await run(one.address)).toMatchObject({ imported: 2 });
  await owner.post(`${other.address}/run`, { mode: 'all' });
  await work();
  expect(await within((tx) => tx.$count(students, eq(students.surname, 'Twice')))).toBe(2);
  const ended = await within((tx) =>
    tx
      .select()
      .from(imports)
      .where(eq(imports.id, Number(other.address.split('/').at(-1)))),
  );
  expect(ended[0]).toMatchObject({ state: 'done', importedCount: 0 });
});

/** A register as a school keeps it: numbered rows, one column of names in capitals, classes of its own, a mistyped date. */
function register(size: number): string {
  const books = Object.values(names);
  const rows = Array.from({ length: size }, (_, n) => {
    const { surnames, female, male } = books[n % books.length]!;
    const [sex, given] = n % 2 ? ['F', female] : ['M', male];
    const name = `${surnames[n % surnames.length]!.toUpperCase()} ${given[(n * 3) % given.length]}`;
    const born = n === 41 ? '31/02/2012' : `${String(1 + (n % 28)).padStart(2, '0')}/0${1 + (n % 9)}/201${n % 5}`;
    return `${n + 1},${name},REG/${n + 1},${sex},${born},Y7.${1 + (n % 2)},0803${1_000_000 + n}`;
  });
  return `S/N,NAME OF STUDENT,ADM NO,SEX,D.O.B,CLASS,PARENT PHONE\n${rows.join('\n')}\n`;
}

test('a correction of a row that no file has is refused at the field', async () => {
  const { address, props } = await check('Surname,First Name\nObi,Ada\n');
  const cells = [{ row: 2_348_031_234_567, column: 'Surname', value: 'Obi', was: '' }];
  const answer = await registrar.post(`${address}/corrections`, { words: [], cells, seen: props.import.seen });
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { 'cells.0.row': 'This row is not in the file.' }]);
});

test('a register of 500 students is imported with one choice of a column and one round of corrections', async () => {
  const before = await within((tx) => tx.$count(students, eq(students.institutionId, ilorin)));
  const { address, props } = await check(register(500), { tidyNames: true, alike: 'new' }, { CLASS: 'batch' });
  expect(props.import).toMatchObject({ rowCount: 500, good: 0, bad: 500 });
  // 501 problems are three lines.
  expect(props.problems.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual([
    ['Y7.1', 250],
    ['Y7.2', 250],
    ['31/02/2012', 1],
  ]);
  const after = await correct(address, {
    words: ['Y7.1', 'Y7.2'].map((value) => ({ field: 'batch', value, means: '-blank' })),
    cells: [{ row: 43, column: 'D.O.B', value: '28/02/2012', was: '31/02/2012' }],
  });
  expect(after).toMatchObject({ import: { good: 500, bad: 0 }, counts: { new: 500 }, problems: [] });
  expect(after.preview.rows).toHaveLength(50);
  expect(await run(address)).toMatchObject({ state: 'done', imported: 500 });
  expect((await within((tx) => tx.$count(students, eq(students.institutionId, ilorin)))) - before).toBe(500);
});
