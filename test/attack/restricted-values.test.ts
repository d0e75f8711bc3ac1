import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, version, type Browser } from '#test/harness/app.ts';
import { chanceFrom } from './random.ts';
import { graph, report } from './right-designs.ts';
import { designsFrom } from './wild-designs.ts';

// What cannot be told apart cannot be learned: the same questions, asked before and after every restricted value changed.
const seed = Date.now() % 100_000;
const times = 160;

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let questions: { url: string; body?: object }[];
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  questions = ask();
});
afterAll(() => world.close());

const secretFields = ['religion', 'genotype', 'blood_group', 'owed', 'credit'];

/** Reports, graphs and dashlets with one or two wild parts, which name restricted fields more often than others. */
function ask(): typeof questions {
  const chance = chanceFrom(seed);
  const secret = () => chance.pick(secretFields);
  const rule = () =>
    chance.pick([
      { field: secret(), operator: 'one_of', values: ['Islam', 'AA', 'O+'], ask: false },
      { field: secret(), operator: chance.pick(['filled', 'empty', 'is', 'yes']), values: [], ask: false },
      { field: 'owed', operator: 'more_than', values: ['100'], ask: false },
    ]);
  return Array.from({ length: times }, (_, at) => {
    const wild = designsFrom(chance, at, { field: 1, report: 1 });
    wild['filters'] = chance.is(0.5)
      ? wild['filters']!
      : () => JSON.stringify({ joined: 'or', groups: [{ joined: 'and', rules: [rule()] }] });
    for (const name of ['group_by', 'first_group', 'second_group', 'measure_field', 'split_by']) wild[name] = secret;
    wild['sort'] = () => JSON.stringify([{ field: secret(), descending: chance.is(0.5) }]);
    wild['selected_fields'] = () => `remove_student_${secret()} remove_student_surname`;
    const twisted = <Form extends object>(form: Form) => {
      const names = Object.keys(form).filter((name) => name in wild && name !== 'subject');
      const chosen = new Set([chance.pick(names), chance.pick(names), chance.is(0.2) ? '' : chance.pick(names)]);
      return Object.fromEntries(
        Object.entries(form).map(([name, value]) => [name, chosen.has(name) ? wild[name]!() : (value as unknown)]),
      );
    };
    const institution = { institution_id: String(ilorin) };
    const address = (path: string, form: object) => ({
      url: `${path}?${new URLSearchParams({ ...institution, ...(form as Record<string, string>) })}`,
    });
    const asReport = () => twisted({ ...report, filters: '{"groups":[]}' });
    const asGraph = () => twisted({ ...graph, filters: '{"groups":[]}', chart: 'bar' });
    const dashlet = { model_associate_type: 'Student', data_filter: 'all', shown_as: 'donut', split_by: 'gender' };
    return chance.pick([
      () => ({ url: '/reports/preview', body: { institution_id: ilorin, ...asReport() } }),
      () => ({ url: '/graphs/preview', body: { institution_id: ilorin, ...asGraph() } }),
      () => address('/reports/run', { design: JSON.stringify(asReport()) }),
      () => address('/graphs/run', { design: JSON.stringify(asGraph()) }),
      () => address('/graphs/run/rows', { design: JSON.stringify(asGraph()), mark: JSON.stringify([rule()]) }),
      () =>
        address('/reports/new', { from: 'students', query: `${secret()}=Islam&sort=${secret()}`, columns: secret() }),
      () => address('/reports/choices', { subject: 'student', field: secret() }),
      () =>
        address('/dashlets/preview', {
          kind: 'custom_dashlet',
          size: 'small',
          model_name: 'Student',
          model_record: '',
          fresh: '1',
          ...twisted(dashlet),
        }),
    ])();
  });
}

const asPage = { 'x-inertia': 'true', 'x-inertia-version': version };

async function answers(reader: Browser): Promise<string[]> {
  const told: string[] = [];
  for (const { url, body } of questions) {
    // In order, since each is a line of the access log.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await (body ? reader.post(url, body) : reader.get(url, asPage));
    told.push(`${answer.statusCode} ${answer.body}`);
  }
  return told;
}

const change = () =>
  world.database.asSystem([ilorin], async (tx) => {
    await tx.execute(sql`update students set religion = case religion when 'Islam' then 'Christianity' else 'Islam' end,
      genotype = case genotype when 'AA' then 'AS' else 'AA' end,
      blood_group = case blood_group when 'O+' then 'A-' else 'O+' end where institution_id = ${ilorin}`);
    await tx.execute(
      sql`update student_balances set owed = owed + 770077, credit = 0 where institution_id = ${ilorin}`,
    );
  });

test(`no row, count, order or refusal tells a value that its reader may not see (seed ${seed})`, async () => {
  const [reader, owner] = await Promise.all([world.as('ict_administrator'), world.as('owner')]);
  const before = await answers(reader);
  const seen = await answers(owner);
  await change();
  const after = await answers(reader);
  const differing = after.flatMap((now, at) =>
    now === before[at] ? [] : [`${JSON.stringify(questions[at])}\n${before[at]!.slice(0, 600)}\n${now.slice(0, 600)}`],
  );
  expect(differing.join('\n\n')).toBe('');
  // Questions that are all refused, or that ask nothing, prove nothing.
  expect(before.filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(times / 8);
  const known = await answers(owner);
  expect(known.filter((answer, at) => answer !== seen[at]).length).toBeGreaterThan(times / 40);
});
