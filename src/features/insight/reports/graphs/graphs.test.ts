import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import type { Browser } from '#test/harness/app.ts';
import { startSchool } from '#test/harness/app.ts';
import type { PropsOf } from '#web/page.ts';
import type { graphDesignPage, graphPage, reportListPage, reportPage } from '../reports.pages.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ilorin = world.school.ilorin.id;
  // Enough that some religions have few in them, and some many.
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, status, religion, gender, city)
      select ${ilorin}, 'G' || n, 'Eze', 'Child' || n, 'active', case when n <= 20 then 'Islam' when n <= 32 then 'Christianity' when n <= 35 then 'Other' end,
        case when n % 2 = 0 then 'male' else 'female' end, 'Graphville'
      from generate_series(1, 45) n`),
  );
});
afterAll(() => world.close());

type Page = PropsOf<typeof graphPage>;
const rule = (field: string, operator: string, values: string[] = [], ask = false) => ({
  field,
  operator,
  values,
  ask,
});
const filters = (...rules: object[]) =>
  JSON.stringify({ joined: 'and', groups: rules.length ? [{ joined: 'and', rules }] : [] });
const graphville = filters(rule('city', 'is', ['Graphville']));
const design = (first: string, more: object = {}) => ({
  subject: 'student',
  filters: graphville,
  first_group: first,
  first_step: '',
  second_group: '',
  second_step: '',
  measure: 'count',
  measure_field: '',
  chart: 'bar',
  order_by: 'group',
  ...more,
});
const addressOf = (form: object) =>
  `/graphs/run?${new URLSearchParams({ institution_id: String(ilorin), design: JSON.stringify(form) })}`;
const run = async (form: object, browser = registrar) => (await browser.page(addressOf(form))).props as unknown as Page;
const table = ({ graph }: Page) =>
  Object.fromEntries(
    graph!.groups.map((group, at) => [group, graph!.marks[at]!.map(({ value, hidden }) => hidden ?? value)]),
  );
const told = async (form: object, browser = registrar) => {
  const answer = await browser.send({
    method: 'POST',
    url: '/graphs',
    headers: { accept: 'application/json' },
    payload: { institution_id: ilorin, name: 'Wrong', description: '', ...form },
  });
  return { status: answer.statusCode, errors: (answer.json() as { errors?: Record<string, string> }).errors };
};
async function save(browser: Browser, name: string, form: object) {
  const answer = await browser.post('/graphs', { institution_id: ilorin, name, description: '', ...form });
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}

test('a graph counts, shares and splits what its reader sees, and each mark opens its rows', async () => {
  const page = await run(design('gender'));
  expect(table(page)).toEqual({ Female: [23], Male: [22] });
  expect([page.graph!.label, page.graph!.totals!.all]).toEqual(['Number of students', 45]);
  expect(table(await run(design('gender', { measure: 'share', order_by: 'value' })))).toEqual({
    Female: [51.1],
    Male: [48.9],
  });
  const split = await run(design('gender', { second_group: 'status', chart: 'heat' }));
  expect([split.graph!.series, table(split)]).toEqual([['Active'], { Female: [23], Male: [22] }]);
  const [, mark] = page.graph!.marks;
  const rows = (
    await registrar.page(
      `${addressOf(design('gender')).replace('/run?', '/run/rows?')}&mark=${encodeURIComponent(mark![0]!.rules!)}`,
    )
  ).props as unknown as PropsOf<typeof reportPage>;
  expect(rows.filters.map(({ text }) => text)).toEqual(['City is Graphville', 'Gender is Male']);
  expect([rows.rows.length, rows.columns.at(-1)!.label, rows.report.graph!.href]).toEqual([
    22,
    'Gender',
    addressOf(design('gender')).replaceAll('%2C', '%2C'),
  ]);
});

test('fewer than five of a restricted value are not told, neither by themselves nor by what is left of a sum', async () => {
  const page = await run(design('religion'));
  // Twelve is the least of the others without ten that have none.
  expect(table(page)).toEqual({ Christianity: [12], Islam: [20], Other: ['few'], None: ['covered'] });
  expect(page.graph!.totals).toBeNull();
  expect(page.graph!.marks.flat().filter(({ hidden }) => hidden)).toEqual([
    { value: null, hidden: 'few', rules: null },
    { value: null, hidden: 'covered', rules: null },
  ]);
  // Neither the shares, nor groups by something else of those with a religion.
  expect(table(await run(design('religion', { measure: 'share' })))['Other']).toEqual(['few']);
  const narrowed = filters(rule('city', 'is', ['Graphville']), rule('religion', 'one_of', ['Other']));
  expect(table(await run(design('gender', { filters: narrowed })))).toEqual({ Female: ['few'], Male: ['few'] });
  const bySize = await run(design('religion', { order_by: 'value' }));
  expect(bySize.graph!.groups.slice(0, 2)).toEqual(['Islam', 'Christianity']);
});

test('a field that the reader can’t see refuses, when it is designed and when it is run', async () => {
  const ict = await world.as('ict_administrator');
  expect(await told(design('religion'), ict)).toEqual({
    status: 422,
    errors: { first_group: 'You don’t have access to Religion, so it can’t be part of a graph you run.' },
  });
  expect((await told(design('gender', { filters: filters(rule('religion', 'filled')) }), ict)).errors).toHaveProperty(
    'filters',
  );
  expect((await told(design('gender', { measure: 'average', measure_field: 'cgpa' }), ict)).errors).toHaveProperty(
    'measure_field',
  );
  const address = await save(registrar, 'Religions', design('religion'));
  await registrar.post(`/reports${address.slice('/graphs'.length)}/sharing`, {
    roles: [world.school.ilorin.roleIds.teacher],
  });
  const teacher = await world.as('teacher');
  const page = (await teacher.page(address)).props as unknown as Page;
  expect([page.graph, page.problem]).toEqual([
    null,
    'You don’t have access to Religion, so it can’t be part of a graph you run.',
  ]);
});

test('what doesn’t fit together is said at its part', async () => {
  const errors = async (form: object) => (await told(form)).errors;
  expect(await errors(design(''))).toEqual({ first_group: 'Choose a field to group by.' });
  expect(await errors(design('shoe_size'))).toHaveProperty('first_group');
  expect(await errors(design('photo'))).toEqual({ first_group: 'A graph can’t be grouped by Photo.' });
  expect(await errors(design('gender', { second_group: 'gender' }))).toHaveProperty('second_group');
  expect(await errors(design('gender', { measure: 'sum' }))).toEqual({ measure_field: 'Choose the field to measure.' });
  expect(await errors(design('gender', { measure: 'sum', measure_field: 'age' }))).toHaveProperty('measure_field');
  expect(await errors(design('gender', { measure: 'average', measure_field: 'age', chart: 'pie' }))).toHaveProperty(
    'chart',
  );
  expect(await errors(design('gender', { chart: 'stacked' }))).toHaveProperty('chart');
  expect(await errors(design('gender', { second_group: 'status', chart: 'pie' }))).toHaveProperty('chart');
  expect(await errors(design('gender', { filters: filters(rule('gender', 'contains', ['f'])) }))).toHaveProperty(
    'filters',
  );
  expect(await errors(design('gender', { subject: 'nothing' }))).toEqual({
    subject: 'Choose a source for the report.',
  });
  expect((await registrar.get('/graphs/new?institution_id=1&design=x')).statusCode).toBe(422);
  expect((await registrar.get('/graphs/run/rows?institution_id=1&design=x&mark=x')).statusCode).toBe(422);
});

test('a saved graph is shared, edited, copied and deleted as reports are, and neither page opens the other’s kind', async () => {
  const address = await save(registrar, 'By gender', design('gender'));
  const at = address.slice('/graphs/'.length);
  expect((await registrar.get(`/reports/${at}`)).statusCode).toBe(404);
  expect(
    (
      await registrar.post(`/reports/${at}`, {
        name: 'x',
        selected_fields: 'remove_student_surname',
        subject: 'student',
      })
    ).statusCode,
  ).toBe(404);
  const { teacher: teachers, admission_officer: officers } = world.school.ilorin.roleIds;
  await registrar.post(`/reports/${at}/sharing`, { roles: [teachers, officers] });
  const teacher = await world.as('teacher');
  // Own batches only: nobody of Graphville.
  expect(((await teacher.page(address)).props as unknown as Page).graph!.groups).toEqual([]);
  expect((await teacher.get(`${address}/edit`)).statusCode).toBe(403);
  // Who designs graphs, but may not change those of others; what isn’t shared is not found.
  expect((await (await world.as('admission_officer')).get(`${address}/edit`)).statusCode).toBe(403);
  expect((await (await world.as('ict_administrator')).get(`${address}/edit`)).statusCode).toBe(404);
  const designer = (await registrar.page(`${address}/edit`)).props as unknown as PropsOf<typeof graphDesignPage>;
  expect(designer.design).toMatchObject({ first_group: 'gender', chart: 'bar' });
  const before = designer.opened;
  await registrar.post(address, {
    name: 'By sex',
    description: '',
    ...design('gender', { chart: 'pie' }),
    opened: before,
  });
  const principal = await world.as('principal');
  const clash = await principal.send({
    method: 'POST',
    url: address,
    headers: { accept: 'application/json' },
    payload: { name: 'By gender', description: '', ...design('gender', { chart: 'line' }), opened: before },
  });
  expect(clash.statusCode).toBe(409);
  const edited = (await registrar.page(address)).props as unknown as Page;
  expect([edited.report.name, edited.chart]).toEqual(['By sex', 'pie']);
  await registrar.post(`/reports/${at}/copy`);
  const list = (await registrar.page('/reports?kind=graph&q=sex')).props as unknown as PropsOf<typeof reportListPage>;
  expect(list.rows.map(({ name, kind }) => [name, kind])).toEqual([
    ['By sex copy', 'graph'],
    ['By sex', 'graph'],
  ]);
  await registrar.post(`/reports/${at}/delete`);
  expect((await registrar.get(address)).statusCode).toBe(404);
  const { rows } = await world.database.asSystem([ilorin], (tx) =>
    tx.execute(
      sql`select action from audit_entries where subject_type = 'saved_report' and subject_id = ${at} order by id`,
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['reports.save', 'reports.share', 'reports.edit', 'reports.delete']);
});

test('a graph asks first, and the rows of a mark take its answers over', async () => {
  const form = design('gender', { filters: filters(rule('city', 'is', [], true)) });
  const address = await save(registrar, 'Asked', form);
  const asking = (await registrar.page(address)).props as unknown as Page;
  expect([asking.isAsking, asking.graph]).toEqual([true, null]);
  const answers = encodeURIComponent(JSON.stringify({ '0.0': ['Graphville'] }));
  const page = (await registrar.page(`${address}?answers=${answers}`)).props as unknown as Page;
  expect(table(page)).toEqual({ Female: [23], Male: [22] });
  const mark = encodeURIComponent(page.graph!.marks[0]![0]!.rules!);
  const rows = (await registrar.page(`${address}/rows?answers=${answers}&mark=${mark}`)).props as unknown as PropsOf<
    typeof reportPage
  >;
  expect([rows.isAsking, rows.rows.length, rows.report.graph]).toEqual([
    false,
    23,
    { name: 'Asked', href: `${address}?answers=${answers}` },
  ]);
});

test('a run that shows or narrows by restricted data is in the access log once; a preview is, too', async () => {
  const logged = () =>
    world.database.asSystem([ilorin], (tx) =>
      query<{ group: string; filter: string }>(
        tx,
        sql`select field_group as "group", filter from read_log where filter like '%Beliefs%' or filter like '%Preview%' order by id`,
      ),
    );
  const address = await save(registrar, 'Beliefs', design('religion'));
  await registrar.page(address);
  expect(await logged()).toEqual([{ group: 'religion', filter: 'Report “Beliefs”: Religion' }]);
  const preview = await registrar.post('/graphs/preview', { institution_id: ilorin, ...design('gender') });
  expect((JSON.parse(preview.body) as { graph: { groups: string[] } }).graph.groups).toEqual(['Female', 'Male']);
});

test('the figures of a graph are a file for who may export, with small groups as on the page, and in the audit log', async () => {
  const form = design('religion', { second_group: 'gender', chart: 'table' });
  const address = await save(registrar, '=Beliefs as a file', form);
  const csv = await registrar.get(`${address}/figures.csv`);
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.body.split('\r\n').slice(0, 5)).toEqual([
    '\uFEFFReligion,Female,Male',
    'Christianity,6,6',
    'Islam,10,10',
    'Other,Fewer than 5,Fewer than 5',
    'None,Not shown,Not shown',
  ]);
  expect((await registrar.get(`${address}/figures.xlsx`)).statusCode).toBe(200);
  const unsaved = await registrar.get(addressOf(design('gender')).replace('/run?', '/run.csv?'));
  expect(unsaved.body).toBe('\uFEFFGender,Number of students\r\nFemale,23\r\nMale,22\r\nTotal,45\r\n');
  await registrar.post(`/reports${address.slice('/graphs'.length)}/sharing`, {
    roles: [world.school.ilorin.roleIds.teacher],
  });
  expect((await (await world.as('teacher')).get(`${address}/figures.csv`)).statusCode).toBe(403);
  const asking = await save(registrar, 'Asking', design('gender', { filters: filters(rule('city', 'is', [], true)) }));
  expect((await registrar.get(`${asking}/figures.csv`)).statusCode).toBe(422);
  const { rows } = await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`select summary from audit_entries where action = 'reports.export' order by id`),
  );
  expect(rows.map(({ summary }) => summary)).toEqual([
    expect.stringContaining('4 groups of the graph “=Beliefs as a file”'),
    expect.stringContaining('4 groups of the graph “=Beliefs as a file”'),
    expect.stringContaining('2 groups of the graph “Unsaved graph”'),
  ]);
});
