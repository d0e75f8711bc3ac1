import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { openImportDesk } from '#test/harness/import-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let desk: ReturnType<typeof openImportDesk>;
const numbers: Record<string, string> = {};
beforeAll(async () => {
  world = await startSchool();
  desk = openImportDesk(world, await world.as('owner'));
  const { rows } = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute<{ name: string; number: string }>(
      sql`select first_name || ' ' || surname as name, admission_number as number from students`,
    ),
  );
  for (const { name, number } of rows) numbers[name] = number;
});
afterAll(() => world?.close());

interface Shown {
  columns: { label: string }[];
  rows: { values: (string | null)[] }[];
}
const byLabel = ({ columns, rows }: Shown) =>
  rows.map(({ values }) => Object.fromEntries(columns.map(({ label }, at) => [label, values[at]])));

test('the preview names the children of a guardian, and says yes and no for each', async () => {
  const [ada, musa] = [numbers['Ada Obi'], numbers['Musa Garba']];
  const { props } = await desk.check(
    'guardians',
    `Surname,First name,Phone,Children,Relation,Pays fees\nSalami,Kemi,08031230001,${ada}; ${musa},Aunt,Y;n\n`,
  );
  expect(byLabel(props.preview)).toEqual([
    expect.objectContaining({
      Children: `Ada Obi (${ada}), Musa Garba (${musa})`,
      Relation: 'Aunt, Aunt',
      'Pays fees': 'Yes, No',
    }),
  ]);
});

test('the preview of past results shows marks as they are printed, not as they are stored', async () => {
  const { props } = await desk.check(
    'results',
    `Adm No,Session,Term,Course code,Course title,Total,Average\n${numbers['Ada Obi']},2021-22,2,mth101,Mathematics,64.50,58\n`,
  );
  expect(byLabel(props.preview)).toEqual([
    expect.objectContaining({
      Session: '2021/2022',
      Term: 'Second Term',
      'Course code': 'MTH 101',
      Total: '64.5',
      'Term average': '58',
    }),
  ]);
});

test('the result names the rows that were left out: problems, rows that exist, totals, guardians without a child', async () => {
  const ada = numbers['Ada Obi'];
  const lines = [
    'Surname,First name,Phone,Children',
    `Akande,Bisi,08031230011,${ada}`,
    'Akande,Tola,08031230012,',
    'Akande,Seyi,08031230013,NONE/1',
    'TOTAL,3,,',
  ];
  const { end } = await desk.bring('guardians', lines.join('\n'));
  expect(end.import).toMatchObject({ imported: 2, bad: 1 });
  expect(end.left.problems).toEqual([
    {
      message: expect.stringContaining('There is no student with admission number “NONE/1”'),
      count: 1,
      rows: [{ row: 4, who: 'Akande, Seyi' }],
    },
  ]);
  expect(end.left.rows).toEqual([
    { row: 3, who: 'Akande, Tola', why: 'Added without a child: the row has no admission number.' },
  ]);
  expect(end.left.notes).toEqual(['1 row is a total or a repeated heading and is left out: row 5 (“TOTAL 3”).']);
  const again = await desk.bring('guardians', `${lines.slice(0, 2).join('\n')}\nAkande,Remi,08031230014,${ada}\n`);
  expect(again.end.left.rows).toEqual([{ row: 2, who: 'Akande, Bisi', why: 'Already exists and is not changed.' }]);
});

test('a list of students without headings asks whether its first row is one, and takes it', async () => {
  const text = '1,SALAKO,Femi,M,03/04/2014,JSS 1 A\n2,SALAKO,Bimpe,F,13/05/2015,JSS 1 A\n';
  const address = await desk.upload('students', text);
  const owner = await world.as('owner');
  const { columns, isUnnamed } = (await owner.page(address)).props;
  expect(isUnnamed).toBe(true);
  const fields = columns.map(({ field }: { field: string | null }) => field);
  expect(fields).toEqual([null, null, null, 'gender', 'birthDate', 'batch']);
  const mapping = ['', 'surname', 'firstName', ...fields.slice(3)];
  const unanswered = await owner.post(`${address}/check`, { mapping });
  expect(unanswered.json().errors.firstRow).toBe('The file has no headings. Is its first row a student?');
  for (const [firstRow, rows] of [
    ['headings', 1],
    ['data', 2],
  ] as const) {
    expect((await owner.post(`${address}/check`, { mapping, firstRow })).statusCode).toBe(303);
    await desk.work();
    const { props } = await owner.page(address);
    expect([props.import.good, props.preview.rows.length]).toEqual([rows, rows]);
  }
});

test('a corrected mapping is remembered for the next file with the same headings', async () => {
  const owner = await world.as('owner');
  const file = (name: string) => `Adm No,Surname,First name,House,Phone\n,Ajayi,${name},Blue,08031230077\n`;
  const fieldsOf = async (address: string) =>
    (await owner.page(address)).props.columns.map(({ field }: { field: string | null }) => field);
  const first = await desk.upload('students', file('Sade'));
  expect(await fieldsOf(first)).toEqual(['admissionNumber', 'surname', 'firstName', null, 'phone']);
  const corrected = ['registrationNumber', 'surname', 'firstName', 'city', ''];
  expect((await owner.post(`${first}/check`, { mapping: corrected })).statusCode).toBe(303);
  await desk.work();
  expect(await fieldsOf(await desk.upload('students', file('Tobi')))).toEqual([
    'registrationNumber',
    'surname',
    'firstName',
    'city',
    null,
  ]);
  const other = 'Adm No,Surname,First name,House\n,Ajayi,Sade,Blue\n';
  expect(await fieldsOf(await desk.upload('students', other))).toEqual([
    'admissionNumber',
    'surname',
    'firstName',
    null,
  ]);
});
