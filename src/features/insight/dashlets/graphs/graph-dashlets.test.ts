import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import type { HomeProps } from '#features/insight/home/home.routes.ts';
import type { ShownDashlet } from '../dashlets.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let principal: Browser;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  [principal, registrar] = [await world.as('principal'), await world.as('registrar')];
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, status, religion, gender, city)
      select ${ilorin}, 'D' || n, 'Eze', 'Child' || n, 'active', case when n <= 20 then 'Islam' when n <= 32 then 'Christianity' when n <= 35 then 'Other' end,
        case when n % 2 = 0 then 'male' else 'female' end, case when n <= 40 then 'Graphville' else 'Charton' end
      from generate_series(1, 45) n`),
  );
});
afterAll(() => world.close());

const inCity = (values: string[], ask = false) =>
  JSON.stringify({
    joined: 'and',
    groups: [{ joined: 'and', rules: [{ field: 'city', operator: 'is', values, ask }] }],
  });
const design = (first: string, more: object = {}) => ({
  subject: 'student',
  filters: inCity(['Graphville']),
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
async function save(browser: Browser, name: string, form: object): Promise<number> {
  const answer = await browser.post('/graphs', { institution_id: ilorin, name, description: '', ...form });
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(answer.headers.location!.slice('/graphs/'.length));
}
const add = (browser: Browser, more: object) =>
  browser.send({
    method: 'POST',
    url: '/dashlets',
    headers: { accept: 'application/json' },
    payload: { kind: 'graph', size: 'wide', institution_id: ilorin, ...more },
  });
const lastOnHome = async (browser: Browser): Promise<ShownDashlet> =>
  ((await browser.page('/home')).props as unknown as HomeProps).board!.dashlets.at(-1)!;
const figuresOf = ({ loaded }: ShownDashlet) => {
  if (loaded.state !== 'drawn') return loaded;
  const { groups, marks } = loaded.drawing.graph;
  return Object.fromEntries(groups.map((group, at) => [group, marks[at]!.map(({ value, hidden }) => hidden ?? value)]));
};

test('a saved graph stands on the home under its name, and fields of custom dashlets are cleared (4.14)', async () => {
  const id = await save(registrar, 'Girls and boys of Graphville', design('gender'));
  const found = await registrar.get('/dashlets/graphs?q=boys of');
  expect(found.json()).toEqual({
    choices: [{ value: String(id), label: 'Girls and boys of Graphville' }],
    isMore: false,
  });
  const custom = { model_name: 'Student', model_record: 'all', model_associate_type: 'Student', data_filter: 'all' };
  expect((await add(registrar, { graph_id: id, ...custom })).statusCode).toBe(303);
  const shown = await lastOnHome(registrar);
  expect(shown).toMatchObject({ kind: 'graph', label: 'Girls and boys of Graphville', size: 'wide', custom: null });
  expect(figuresOf(shown)).toEqual({ Female: [20], Male: [20] });
});

test('members of a role see a graph once it is shared with them, counted for each, until it is deleted', async () => {
  const { registrar: roleId } = world.school.ilorin.roleIds;
  const id = await save(principal, 'Beliefs', design('religion'));
  // Nobody chooses what they can’t open.
  expect((await add(registrar, { graph_id: id })).json().errors).toHaveProperty('graph_id');
  await registrar.post('/dashlets/reset', { institution_id: ilorin });
  expect((await add(principal, { graph_id: id, role_id: roleId, name: 'Faith' })).statusCode).toBe(303);
  const unseen = 'This graph no longer exists, or isn’t shared with you.';
  expect(await lastOnHome(registrar)).toMatchObject({ label: 'Faith', loaded: { state: 'gone', message: unseen } });
  await principal.post(`/reports/${id}/sharing`, { roles: [roleId] });
  const shown = figuresOf(await lastOnHome(registrar)) as Record<string, unknown[]>;
  expect([shown['Other'], shown['Islam']]).toEqual([['few'], [20]]);
  await principal.post(`/reports/${id}/delete`);
  expect(await lastOnHome(registrar)).toMatchObject({ label: 'Faith', loaded: { state: 'gone', message: unseen } });
});

test('a field that the viewer can’t see is said, and nothing is counted without it', async () => {
  const { ict_administrator: roleId } = world.school.ilorin.roleIds;
  const id = await save(principal, 'Religions', design('religion'));
  await principal.post(`/reports/${id}/sharing`, { roles: [roleId] });
  await add(principal, { graph_id: id, role_id: roleId });
  expect((await lastOnHome(await world.as('ict_administrator'))).loaded).toEqual({
    state: 'no access',
    href: `/graphs/${id}`,
    message: 'You don’t have access to Religion, so it can’t be part of a graph you run.',
  });
});

test('the answers to a graph’s questions belong to the dashlet; a new question is said', async () => {
  const asked = design('gender', { filters: inCity([], true) });
  const id = await save(principal, 'By city', asked);
  const { questions } = (await principal.get(`/dashlets/graph_questions?graph_id=${id}`)).json();
  expect(questions.map(({ place }: { place: string }) => place)).toEqual(['0.0']);
  expect((await add(principal, { graph_id: id })).json().errors).toEqual({
    answers: 'Answer the graph’s questions.',
  });
  const answers = JSON.stringify({ '0.0': ['Charton'], '7.7': ['nothing'] });
  expect((await add(principal, { graph_id: id, answers })).statusCode).toBe(303);
  const shown = await lastOnHome(principal);
  expect(shown.graph).toEqual({ id, answers: { '0.0': ['Charton'] } });
  expect(figuresOf(shown)).toEqual({ Female: [3], Male: [2] });
  const { opened } = (await principal.page(`/graphs/${id}/edit`)).props as { opened: string };
  const two = JSON.parse(inCity([], true)) as { groups: { rules: object[] }[] };
  two.groups[0]!.rules.push({ field: 'surname', operator: 'is', values: [], ask: true });
  const edit = { ...asked, filters: JSON.stringify(two), name: 'By city', description: '', opened };
  expect((await principal.post(`/graphs/${id}`, edit)).statusCode).toBe(303);
  expect((await lastOnHome(principal)).loaded).toMatchObject({
    state: 'empty',
    href: `/graphs/${id}`,
    message: 'This graph asks questions that this card has no answers for. Open the graph to answer them.',
  });
});

test('a graph of another institution, a report and wrong ids are no graphs to choose', async () => {
  const elsewhere = await world.as('registrar.offa');
  const there = await elsewhere.post('/graphs', {
    institution_id: world.school.offa.id,
    name: 'Offa',
    description: '',
    ...design('gender'),
  });
  const foreign = there.headers.location!.slice('/graphs/'.length);
  for (const graph_id of [foreign, '', '0', '1 or 1=1', 'constructor', '99999999999999'])
    expect((await add(principal, { graph_id })).json().errors, graph_id).toHaveProperty('graph_id');
  expect((await principal.get(`/dashlets/graph_questions?graph_id=${foreign}`)).statusCode).toBe(422);
  const cashier = await world.as('cashier');
  expect((await cashier.page('/dashlets/new')).props).toMatchObject({ hasGraphs: false });
  expect((await cashier.get('/dashlets/graphs')).json()).toEqual({ choices: [], isMore: false });
});
