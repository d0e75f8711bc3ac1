import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import type { PropsOf } from '#web/page.ts';
import type { Preview } from '../design/preview.ts';
import type { reportDesignPage, reportPage } from '../reports.pages.ts';
import { unlessStopped } from './questions.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

type Page = PropsOf<typeof reportPage>;
type DesignerProps = PropsOf<typeof reportDesignPage>;
const rule = (field: string, operator: string, values: string[] = [], ask = false) => ({
  field,
  operator,
  values,
  ask,
});
const filters = (...rules: object[]) => JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules }] });
const design = (fields: string[], more: object = {}) => ({
  institution_id: ilorin,
  subject: 'student',
  sort: '[]',
  group_by: '',
  limit: '',
  filters: '{"groups":[]}',
  totals: 'false',
  distinct: 'false',
  selected_fields: fields.map((field) => `remove_student_${field}`).join(' '),
  ...more,
});
const addressOf = (form: { institution_id: number }, answers?: object) =>
  `/reports/run?${new URLSearchParams({
    institution_id: String(form.institution_id),
    design: JSON.stringify(form),
    ...(answers && { answers: JSON.stringify(answers) }),
  })}`;
const run = async (form: ReturnType<typeof design>, answers?: object, browser = registrar) =>
  (await browser.page(addressOf(form, answers))).props as unknown as Page;
const names = (page: Pick<Page, 'rows'>) => page.rows.map(({ cells }) => cells[0]);

test('2.10 a report shows its columns in their order, its rows in groups, with subtotals and totals', async () => {
  const form = design(['surname', 'gender'], {
    group_by: 'batch',
    totals: 'true',
    filters: filters(rule('batch', 'filled')),
  });
  const page = await run(form);
  expect(page.columns.map(({ label }) => label)).toEqual(['Surname', 'Gender']);
  expect(page.filters).toEqual([{ text: 'Batch is filled in', gone: 0 }]);
  expect(page.rows.map(({ group, cells }) => [group, cells[0]])).toEqual([
    ...['Bakare', 'Eze', 'Obi'].map((name) => ['JSS 1 A', name]),
    ...['Garba', 'Okafor'].map((name) => ['JSS 1 B', name]),
    ...['Adébáyọ̀', 'Danjuma'].map((name) => ['JSS 2 A', name]),
  ]);
  const { sums } = (await registrar.page(addressOf(form), { component: 'reports/report', props: ['sums'] }))
    .props as unknown as Page;
  expect(sums?.totals?.rows).toBe(7);
  expect(sums?.groups.map(({ group, rows }) => [group, rows])).toEqual([
    ['JSS 1 A', 3],
    ['JSS 1 B', 2],
    ['JSS 2 A', 2],
  ]);
});

test('a report asks first, and an answer that is left open does not narrow', async () => {
  const form = design(['surname'], { filters: filters(rule('batch', 'one_of', [], true), rule('gender', 'filled')) });
  const asking = await run(form);
  expect([asking.isAsking, asking.rows]).toEqual([true, []]);
  expect(asking.questions.map(({ place, field }) => [place, field.label])).toEqual([['0.0', 'Batch']]);
  const { 'JSS 1 B': batch } = world.school.ilorin.batchIds;
  const narrowed = await run(form, { '0.0': [String(batch)] });
  expect([narrowed.isAsking, names(narrowed)]).toEqual([false, ['Garba', 'Okafor']]);
  expect(narrowed.filters[0]!.text).toBe('Batch is JSS 1 B and Gender is filled in');
  expect((await run(form, { '0.0': [] })).rows.length).toBeGreaterThan(2);
});

test('a filter whose option was deleted finds nothing and says so', async () => {
  const page = await run(design(['surname'], { filters: filters(rule('batch', 'one_of', ['999999'])) }));
  expect([page.rows, page.filters]).toEqual([[], [{ text: 'Batch is a deleted value', gone: 1 }]]);
});

test('the values of a choice are searched on the server, for those who can see the field', async () => {
  const ask = (browser: Browser, field: string, q = '') =>
    browser.get(`/reports/choices?institution_id=${ilorin}&subject=student&field=${field}&q=${q}`);
  const found = (await ask(registrar, 'class', 'jss 1')).json() as { choices: { label: string }[] };
  expect(found.choices.map(({ label }) => label)).toEqual(['JSS 1']);
  const teacher = await world.as('teacher');
  expect((await ask(teacher, 'class')).statusCode).toBe(200);
  expect((await ask(teacher, 'religion')).statusCode).toBe(422);
});

test('a past batch that nobody is in any more says so where the present one is meant', async () => {
  const answer = await registrar.get(
    `/reports/choices?institution_id=${ilorin}&subject=student&field=batch&q=${encodeURIComponent('JSS 1 A')}`,
  );
  const { choices } = answer.json() as { choices: { label: string }[] };
  expect(choices.map(({ label }) => label)).toEqual(['JSS 1 A', 'JSS 1 A, 2025/2026 (nobody now)']);
});

test('each run is logged once for each restricted group that it shows or narrows by; pages and previews add none', async () => {
  const logged = () =>
    world.database.asSystem([ilorin], (tx) =>
      query<{ group: string; filter: string }>(
        tx,
        sql`select field_group as "group", filter from read_log where filter like 'Report %' order by id`,
      ),
    );
  const form = design(['surname', 'religion', 'genotype'], { filters: filters(rule('blood_group', 'empty')) });
  await run(form);
  const entries = [
    { group: 'religion', filter: 'Report “Unsaved report”: Religion' },
    { group: 'health', filter: 'Report “Unsaved report”: Genotype, Blood group' },
  ];
  expect(await logged()).toEqual(entries);
  await registrar.page(addressOf(form), { component: 'reports/report', props: ['sums'] });
  expect(await logged()).toEqual(entries);
  for (let at = 0; at < 3; at += 1) await registrar.post('/reports/preview', form);
  expect((await logged()).length).toBe(4);
});

test('the preview shows the first rows while a report is designed, and says what is wrong', async () => {
  const ask = async (form: object, browser = registrar) => {
    const answer = await browser.send({
      method: 'POST',
      url: '/reports/preview',
      payload: form,
      headers: { accept: 'application/json' },
    });
    return { status: answer.statusCode, json: answer.json() as Preview & { errors?: Record<string, string> } };
  };
  const { json } = await ask(design(['surname', 'batch'], { limit: '2' }));
  expect([json.columns.map(({ key }) => key), json.rows.length, json.isMore]).toEqual([['surname', 'batch'], 2, false]);
  expect((await ask(design(['surname'], { limit: 'ten' }))).json.errors).toHaveProperty('limit');
  expect((await ask(design(['surname'], { sort: '[{"field":"photo"}]' }))).json.errors).toHaveProperty('sort');
  expect((await ask(design(['surname']), await world.as('teacher'))).status).toBe(403);
  // No access to the other institution.
  expect((await ask({ ...design(['surname']), institution_id: world.school.offa.id })).status).toBe(404);
});

test('a query that runs too long is stopped, and the transaction goes on', async () => {
  await world.database.asSystem([ilorin], async (tx) => {
    expect(await unlessStopped(tx, () => tx.execute(sql`select pg_sleep(30)`), 20)).toBeNull();
    expect(await unlessStopped(tx, async () => 'quick', 2000)).toBe('quick');
    expect((await tx.execute(sql`show statement_timeout`)).rows).toEqual([{ statement_timeout: '20s' }]);
  });
});

test('“Save as report” takes over the filters of a list and names those that reports do not have', async () => {
  const start = async (from: string, query: string) =>
    (await registrar.page(`/reports/new?${new URLSearchParams({ from, query })}`)).props as unknown as PropsOf<
      typeof reportDesignPage
    >;
  const { 'JSS 1 B': batch } = world.school.ilorin.batchIds;
  const students = await start('students', `q=obi&batch=${batch}&status=active&status=suspended&born_from=2012-01-01`);
  expect(students.leftOut).toEqual(['Search']);
  expect((JSON.parse(students.design!.filters) as { groups: { rules: object[] }[] }).groups[0]!.rules).toEqual([
    rule('batch', 'one_of', [String(batch)]),
    rule('status', 'one_of', ['active', 'suspended']),
    rule('birth_date', 'after', ['2011-12-31']),
  ]);
  expect(students.labels['batch']).toEqual([{ value: String(batch), label: 'JSS 1 B' }]);
  const employees = await start('employees', 'department=Science&papers=expired');
  expect(employees.leftOut).toEqual(['Documents']);
  expect(employees.design!.filters).toContain('"current"');
});

test('rows follow page by page, each once', async () => {
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, status)
      select ${ilorin}, 'P' || n, 'Eze' || n % 7, 'Child' || n, 'active' from generate_series(1, 120) n`),
  );
  const form = design(['first_name'], {
    filters: filters(rule('surname', 'starts', ['Eze'])),
    sort: '[{"field":"surname"}]',
  });
  const seen: unknown[] = [];
  for (let at: string | null = addressOf(form); at;) {
    const page = (await registrar.page(at, { component: 'reports/report', props: ['rows', 'next'] }))
      .props as unknown as Page;
    expect(page.rows.length).toBeLessThanOrEqual(50);
    seen.push(...names(page));
    at = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
});

test('an unsaved report goes back to the designer as it was', async () => {
  const form = design(['surname', 'gender'], {
    group_by: 'batch',
    filters: filters(rule('gender', 'one_of', ['male'])),
  });
  const back = `/reports/new?${new URLSearchParams({ institution_id: String(ilorin), design: JSON.stringify(form) })}`;
  const { design: shown, labels, goneCount } = (await registrar.page(back)).props as unknown as DesignerProps;
  expect(shown).toMatchObject({ selected_fields: form.selected_fields, group_by: 'batch', subject: 'student' });
  expect(JSON.parse(shown!.filters)).toEqual({
    joined: 'and',
    groups: [{ joined: 'and', rules: [rule('gender', 'one_of', ['male'])] }],
  });
  expect([labels['gender']?.length, goneCount]).toEqual([1, 0]);
  for (const broken of ['{', JSON.stringify({ ...form, selected_fields: 'remove_employee_surname' })])
    expect((await registrar.get(`/reports/new?${new URLSearchParams({ design: broken })}`)).statusCode).toBe(422);
});
