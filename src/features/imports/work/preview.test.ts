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
