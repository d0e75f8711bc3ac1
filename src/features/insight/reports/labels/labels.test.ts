import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { labelSheets } from './sheets.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
let address: string;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`with g as (insert into guardians (institution_id, title, surname, first_name, address, city)
        values (${ilorin}, 'Mrs', 'Obi', 'Nkechi', '4 Taiwo Road', 'Ilorin') returning id)
      insert into student_guardians (institution_id, student_id, guardian_id)
        select ${ilorin}, unnest(${sql.param([studentId('Ada Obi'), studentId('Ngozi Okafor')])}::bigint[]), g.id from g`),
  );
  address = await save({ sort: '[{"field":"surname","descending":true}]' });
});
afterAll(() => world.close());

const studentId = (name: 'Ada Obi' | 'Ngozi Okafor') => world.school.ilorin.studentIds[name];
const seated = { field: 'batch', operator: 'filled', values: [], ask: false };
const form = (more: object) => ({
  institution_id: ilorin,
  name: 'In class',
  description: '',
  subject: 'student',
  sort: '[]',
  group_by: '',
  filters: JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules: [seated] }] }),
  limit: '',
  selected_fields: 'remove_student_gender',
  ...more,
});
async function save(more: object): Promise<string> {
  const answer = await registrar.post('/reports', form(more));
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}
const labels = (browser: Browser, query: string, at = address) =>
  browser.send({ method: 'GET', url: `${at}/labels.pdf?${query}` });

test('labels have the people of the report in its order, begin where the sheet was left, and are in the audit log', async () => {
  const page = (await registrar.page(`${address}/labels`)).props;
  expect(page.contents.map(({ value }: { value: string }) => value)).toEqual(['person', 'guardian']);
  const [whole, ...none] = pdfText((await labels(registrar, 'sheet=3x8')).rawPayload);
  expect(none).toEqual([]);
  expect(whole).toContain('Ngozi Okafor');
  expect(whole!.indexOf('Ngozi Okafor')).toBeLessThan(whole!.indexOf('Ada Obi'));
  expect(whole).toContain('JSS 1 B');
  // Two places are left on the first sheet of fourteen, five labels come on the next.
  const sheets = pdfText((await labels(registrar, 'sheet=2x7&first=13')).rawPayload);
  expect(sheets.map((text) => (text.match(/JSS \d [AB]/g) ?? []).length)).toEqual([2, 5]);
  const refused = await labels(registrar, 'sheet=2x7&first=15');
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('This sheet has 14 labels.')]);
  const { rows } = await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`select summary from audit_entries where action = 'reports.export' order by id`),
  );
  expect(rows.map(({ summary }) => summary)).toEqual(
    [1, 2].map(() => 'exported 7 students of the report “In class” as labels to PDF'),
  );
});

test('a family gets one label with the address of its guardian, and only readers who may see it make them', async () => {
  const [page] = pdfText((await labels(registrar, 'content=guardian')).rawPayload);
  expect(page!.match(/Mrs Nkechi Obi/g)).toHaveLength(1);
  expect(page).toContain('4 Taiwo Road, Ilorin');
  const { roleIds } = world.school.ilorin;
  await registrar.post(`${address}/sharing`, { roles: [roleIds.employee] });
  const clerk = await world.as('employee');
  const allow = (permissions: string) =>
    world.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`update roles set permissions = ${permissions}::text[] where id = ${roleIds.employee}`),
    );
  await allow('{reports.view,students.view}');
  expect((await clerk.page(address)).props.canPrintLabels).toBe(false);
  expect((await labels(clerk, 'content=person')).statusCode).toBe(403);
  await allow('{reports.view,students.view,students.export}');
  expect((await clerk.page(`${address}/labels`)).props.contents).toHaveLength(1);
  expect((await labels(clerk, 'content=person')).statusCode).toBe(200);
  expect((await labels(clerk, 'content=guardian')).statusCode).toBe(403);
  expect((await labels(await world.as('registrar.offa'), 'content=person')).statusCode).toBe(404);
});

test('employees have labels, other records and equal rows have none', async () => {
  const at = (design: object) =>
    `institution_id=${ilorin}&design=${encodeURIComponent(JSON.stringify(form({ filters: '{"groups":[]}', ...design })))}`;
  const staff = at({ subject: 'employee', selected_fields: 'remove_employee_surname' });
  const hr = await world.as('principal');
  const made = await hr.send({ method: 'GET', url: `/reports/run/labels.pdf?${staff}` });
  expect(made.statusCode, made.body).toBe(200);
  const guardians = at({ subject: 'guardian', selected_fields: 'remove_guardian_surname' });
  for (const query of [guardians, at({ distinct: 'true' })]) {
    expect((await registrar.page(`/reports/run?${query}`)).props.canPrintLabels).toBe(false);
    expect((await registrar.get(`/reports/run/labels?${query}`)).statusCode).toBe(403);
  }
});

test('a sheet of labels is as large as the paper', () => {
  for (const { columns, rows, width, height, left, top, gap } of Object.values(labelSheets)) {
    expect(2 * left + columns * width + (columns - 1) * gap).toBeCloseTo(210, 5);
    expect(2 * top + rows * height).toBeCloseTo(297, 5);
  }
});
