import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const read = <Row>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => (await tx.execute(query)).rows as Row[]);

const bands = {
  1: { grade: 'A', from: '70', points: '5', remark: 'Excellent' },
  2: { grade: 'F', from: '0', points: '0', remark: '' },
};
const rows = (components: [string, string][]) =>
  Object.fromEntries(components.map(([name, maximum], at) => [at + 1, { name, maximum, savedKey: '', position: at }]));

async function addScale(name: string, more: object = {}) {
  const body = { institutionId: world.school.ilorin.id, name, bands, entryFrom: '', ...more };
  return registrar.post('/grading-scales', body);
}
const problems = (answer: { json(): { errors: Record<string, string> } }) => answer.json().errors;

test('a scale has a grade for every mark, and keeps each of its versions', async () => {
  const hole = await addScale('With a hole', { bands: { 1: { grade: 'A', from: '70', points: '5' } } });
  expect(hole.statusCode).toBe(422);
  expect(problems(hole)['bands.1.from']).toMatch(/below 70/);
  const twice = await addScale('Twice', { bands: { ...bands, 3: { grade: 'B', from: '70', points: '4' } } });
  expect(Object.values(problems(twice)).join()).toMatch(/begin at 70/);
  const wrong = await addScale('Wrong', { bands: { ...bands, 3: { grade: 'B', from: '101', points: '4' } } });
  expect(problems(wrong)['bands.3.from']).toMatch(/from 0 to 100/);
  await addScale('Own scale');
  const [scale] = await read<{ id: number }>(sql`select id::int as id from grading_scales where name = 'Own scale'`);
  const { props } = await registrar.page(`/grading-scales/${scale!.id}/edit`);
  expect(props.scale.bands).toMatchObject([{ from: '70' }, { from: '0' }]);
  const changed = { name: 'Own scale', bands: { ...bands, 1: { ...bands[1], from: '69.5' } }, entryFrom: '2026-09-01' };
  await registrar.post(`/grading-scales/${scale!.id}`, { ...changed, opened: props.opened });
  expect(
    await read(sql`select version, entry_from::text as "from", bands -> 0 ->> 'from' as first
      from grading_scale_versions where scale_id = ${scale!.id} order by version`),
  ).toEqual([
    { version: 1, from: null, first: '7000' },
    { version: 2, from: '2026-09-01', first: '6950' },
  ]);
});

test('a part is marked out of any number and counts another: 50 counting 20', async () => {
  await addScale('For weights');
  const [scale] = await read<{ id: number }>(sql`select id::int as id from grading_scales where name = 'For weights'`);
  const add = (test: object, name = 'Weights') =>
    registrar.post('/assessment-schemes', {
      institutionId: world.school.ilorin.id,
      name,
      system: 'average',
      step: '50',
      passMark: '40',
      scaleId: scale!.id,
      cumulative: 'mean',
      minimumCourses: '1',
      repeats: 'all_attempts',
      components: {
        1: { id: '', savedKey: '', name: 'Test', position: 0, ...test },
        2: { id: '', savedKey: '', name: 'Examination', maximum: '80', weight: '', position: 1 },
      },
    });
  expect(problems(await add({ maximum: '50', weight: '30' }))['components']).toMatch(/count adds up to 110/);
  expect(problems(await add({ maximum: '150', weight: '' }))['components.1.maximum']).toMatch(/enter what it counts/);
  expect((await add({ maximum: '50', weight: '20' })).statusCode).toBe(303);
  const [scheme] = await read<{ id: number; components: object[] }>(
    sql`select id::int as id, components from assessment_schemes where name = 'Weights'`,
  );
  expect(scheme!.components).toEqual([
    { key: 'test', name: 'Test', maximum: 50_00, weight: 20_00 },
    { key: 'examination', name: 'Examination', maximum: 80_00 },
  ]);
  const { props } = await registrar.page(`/assessment-schemes/${scheme!.id}/edit`);
  expect(props.scheme.components).toMatchObject([{ weight: '20' }, { weight: '' }]);
});

test('the best of a group count: best 2 of 3 tests; a group has more parts than count, all counting the same', async () => {
  await addScale('For groups');
  const [scale] = await read<{ id: number }>(sql`select id::int as id from grading_scales where name = 'For groups'`);
  const part = (name: string, maximum: string, group = '', weight = '') => ({
    id: '',
    savedKey: '',
    name,
    maximum,
    weight,
    group,
  });
  const asRows = (all: object[]) => Object.fromEntries(all.map((row, at) => [at + 1, { ...row, position: at }]));
  const body = (parts: object[], best: string, group = 'Tests') => ({
    institutionId: world.school.ilorin.id,
    name: 'Best of tests',
    system: 'average',
    step: '50',
    passMark: '40',
    scaleId: scale!.id,
    cumulative: 'mean',
    minimumCourses: '1',
    repeats: 'all_attempts',
    components: asRows(parts),
    groups: { 1: { name: group, best, position: 0 } },
  });
  const add = async (parts: object[], best: string, group?: string) =>
    problems(await registrar.post('/assessment-schemes', body(parts, best, group)));
  const tests = [1, 2, 3].map((at) => part(`Test ${at}`, '20', 'tests'));
  const exam = part('Examination', '60');
  expect((await add([...tests, exam], '3'))['groups.1.best']).toMatch(/Tests has 3 parts. Fewer of them must count/);
  expect((await add([...tests, exam], '2', 'Quizzes'))['components.1.group']).toMatch(/no group “tests”/);
  expect((await add([tests[0]!, part('Project', '20'), exam], '1'))['groups.1.name']).toMatch(/at least two parts/);
  const uneven = [...tests.slice(0, 2), part('Test 3', '30', 'Tests'), exam];
  expect((await add(uneven, '2'))['components.3.weight']).toMatch(/must count the same. Test 1 counts 20/);
  expect((await add([...tests, exam], '1'))['components']).toMatch(/add up to 80/);
  const made = await registrar.post('/assessment-schemes', body([...tests, exam], '2'));
  expect(made.statusCode).toBe(303);
  const [scheme] = await read<{ id: number; components: object[] }>(
    sql`select id::int as id, components from assessment_schemes where name = 'Best of tests'`,
  );
  expect(scheme!.components[2]).toEqual({
    key: 'test-3',
    name: 'Test 3',
    maximum: 20_00,
    group: { name: 'Tests', best: 2 },
  });
  const { props } = await registrar.page(`/assessment-schemes/${scheme!.id}/edit`);
  expect(props.scheme.groups).toEqual([{ id: 1, name: 'Tests', best: '2' }]);
  // A version of its own: all but the lowest of what are now two tests.
  const { institutionId: _, ...same } = body([], '1');
  const edited = [
    ...[1, 2].map((at) => ({ ...part(`Test ${at}`, '40', 'Tests'), id: String(at), savedKey: `test-${at}` })),
    { ...exam, id: '4', savedKey: 'examination' },
  ];
  const components = Object.fromEntries(edited.map((row, at) => [row.id, { ...row, position: at }]));
  const groups = { 1: { id: '1', name: 'Tests', best: '1', position: 0 } };
  await registrar.post(`/assessment-schemes/${scheme!.id}`, { ...same, components, groups, opened: props.opened });
  const versions = await read<{ best: number[] }>(
    sql`select jsonb_path_query_array(content, '$.components[*].group.best') as best
      from assessment_scheme_versions where scheme_id = ${scheme!.id} order by version`,
  );
  expect(versions).toEqual([{ best: [2, 2, 2] }, { best: [1, 1] }]);
});

test('pass or fail, how a GPA is written and the aggregate are in the form again, and kept with each version', async () => {
  await addScale('Few are good', {
    bands: { 1: { grade: 'A', from: '70', points: '1' }, 2: { grade: 'F', from: '0', points: '3.333' } },
    designations: { 1: { name: 'Good', from: '2.5' }, 2: { name: 'Very good', from: '1.5' } },
  });
  const [scale] = await read<{ id: number; bands: object[]; designations: object[] }>(
    sql`select id::int as id, bands, designations from grading_scales where name = 'Few are good'`,
  );
  expect(scale!.bands).toMatchObject([{ points: 100 }, { points: 333.3 }]);
  expect(scale!.designations).toEqual([
    { from: 150, name: 'Very good', upTo: true },
    { from: 250, name: 'Good', upTo: true },
  ]);
  const falls = await addScale('Falls', {
    bands: {
      1: { grade: 'A', from: '70', points: '1' },
      2: { grade: 'B', from: '60', points: '0.5' },
      3: { grade: 'F', from: '0', points: '5' },
    },
  });
  expect(problems(falls)['bands.2.points']).toMatch(/B earns 0.5 points, fewer than A/);
  const body = {
    institutionId: world.school.ilorin.id,
    name: 'Says more',
    system: 'gpa',
    step: '50',
    passMark: '40',
    scaleId: scale!.id,
    cumulative: 'mean',
    minimumCourses: '1',
    repeats: 'highest',
    passFail: 'on',
    gpaForm: 'cut3',
    aggregateOf: '',
    components: rows([['Exam', '100']]),
  };
  const wrong = await registrar.post('/assessment-schemes', { ...body, aggregateOf: '21', gpaForm: 'cut4' });
  expect(problems(wrong)).toMatchObject({
    aggregateOf: expect.stringMatching(/from 1 to 20/),
    gpaForm: expect.any(String),
  });
  expect((await registrar.post('/assessment-schemes', body)).statusCode).toBe(303);
  const [scheme] = await read<{ id: number }>(
    sql`select id::int as id from assessment_schemes where name = 'Says more'`,
  );
  const { props } = await registrar.page(`/assessment-schemes/${scheme!.id}/edit`);
  expect(props.scheme).toMatchObject({ passFail: true, gpaForm: 'cut3', aggregateOf: null });
  const { institutionId: _, passFail: __, ...same } = body;
  const components = { 1: { id: '1', savedKey: 'exam', name: 'Exam', maximum: '100', position: 0 } };
  const changed = { ...same, components, system: 'average', gpaForm: 'round2', aggregateOf: '6', opened: props.opened };
  expect((await registrar.post(`/assessment-schemes/${scheme!.id}`, changed)).statusCode).toBe(303);
  expect(
    await read(sql`select content ->> 'passFail' as "passFail", content ->> 'gpaForm' as form,
      content -> 'aggregateOf' as "of" from assessment_scheme_versions where scheme_id = ${scheme!.id} order by version`),
  ).toEqual([
    { passFail: 'true', form: 'cut3', of: null },
    { passFail: 'false', form: 'round2', of: 6 },
  ]);
});

test('a scheme’s parts add up to 100; a change keeps the keys of its parts and the version before', async () => {
  await addScale('For schemes');
  const [scale] = await read<{ id: number }>(sql`select id::int as id from grading_scales where name = 'For schemes'`);
  const body = {
    institutionId: world.school.ilorin.id,
    name: 'Tests and examination',
    system: 'average',
    step: '50',
    passMark: '40',
    scaleId: scale!.id,
    cumulative: 'mean',
    minimumCourses: '8',
    repeats: 'all_attempts',
  };
  const short = await registrar.post('/assessment-schemes', { ...body, components: rows([['Test', '39']]) });
  expect(problems(short)['components']).toMatch(/add up to 39.*100/);
  await registrar.post('/assessment-schemes', {
    ...body,
    components: rows([
      ['First test', '40'],
      ['Exam', '60'],
    ]),
  });
  const [scheme] = await read<{ id: number; components: { key: string }[] }>(
    sql`select id::int as id, components from assessment_schemes where name = 'Tests and examination'`,
  );
  expect(scheme!.components.map(({ key }) => key)).toEqual(['first-test', 'exam']);
  const { props } = await registrar.page(`/assessment-schemes/${scheme!.id}/edit`);
  const components = {
    1: { id: '1', savedKey: 'first-test', name: 'Test', maximum: '30', position: 0 },
    2: { id: '2', savedKey: 'exam', name: 'Exam', maximum: '70', position: 1 },
  };
  const { institutionId: _, ...same } = body;
  await registrar.post(`/assessment-schemes/${scheme!.id}`, { ...same, components, opened: props.opened });
  const versions = await read<{ content: { components: object[] } }>(
    sql`select content from assessment_scheme_versions where scheme_id = ${scheme!.id} order by version`,
  );
  expect(versions.map(({ content }) => content.components)).toEqual([
    [
      { key: 'first-test', name: 'First test', maximum: 4000 },
      { key: 'exam', name: 'Exam', maximum: 6000 },
    ],
    [
      { key: 'first-test', name: 'Test', maximum: 3000 },
      { key: 'exam', name: 'Exam', maximum: 7000 },
    ],
  ]);
});

test('a place has one scheme, a scheme in use is not archived, and teachers set nothing up', async () => {
  const [scheme] = await read<{ id: number }>(
    sql`select id::int as id from assessment_schemes where name = 'Tests and examination'`,
  );
  const body = {
    institutionId: world.school.ilorin.id,
    schemeId: scheme!.id,
    programId: '',
    classId: '',
    courseId: '',
  };
  await registrar.post('/scheme-uses', body);
  const again = await registrar.post('/scheme-uses', body);
  expect(problems(again)['schemeId']).toMatch(/the whole institution/);
  const kept = await registrar.post(`/assessment-schemes/${scheme!.id}/archive`, {});
  expect(problems(kept)['form']).toMatch(/in use/);
  const { props } = await registrar.page('/assessment');
  expect(props.uses).toMatchObject([{ scheme: 'Tests and examination', class: null }]);
  await registrar.post(`/scheme-uses/${props.uses[0].id}/remove`, {});
  const done = await registrar.post(`/assessment-schemes/${scheme!.id}/archive`, {});
  expect(done.statusCode).toBe(303);
  const teacher = await world.as('teacher');
  expect((await teacher.get('/assessment')).statusCode).toBe(403);
  expect((await teacher.post('/grading-scales', {})).statusCode).toBe(403);
});
