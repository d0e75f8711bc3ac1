import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { batches, classes, courseOfferings, courses, programs, terms } from '../structure.schema.ts';
import { armsIn, taughtIn } from './arms.ts';
import { draftOf, type DraftProgram, countPlan } from './draft.ts';
import { presetKeys, presets, usualPreset } from './presets.ts';
import { type PresetProps, proposeTerms } from './presets.routes.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let group: Browser;
let school: number;
beforeAll(async () => {
  world = await startSchool();
  group = await world.as('group');
  const answer = await group.post('/institutions', { name: 'Ibadan High', shortName: 'Ibadan', kind: 'secondary' });
  school = Number(/\d+/.exec(answer.headers.location!)![0]);
  group = await world.as('group');
});
afterAll(() => world?.close());

const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) => world.database.asSystem([school], work);
const propsOf = async (query = '') =>
  (await group.page(`/structure/templates?institution_id=${school}${query}`)).props as unknown as PresetProps;

/** The form as the page sends it: what is not selected is missing. */
const bodyOf = (drafts: DraftProgram[], more: object = {}) => ({
  institutionId: school,
  seats: '40',
  ...more,
  programs: byKey(drafts, ({ classes: levels, subjects, ...program }) => ({
    ...program,
    classes: byKey(levels, (level) => level),
    subjects: byKey(subjects, (subject) => subject),
  })),
});
const byKey = <Row extends { key: string; isOn: boolean }>(rows: Row[], row: (one: Row) => object) =>
  Object.fromEntries(rows.filter(({ isOn }) => isOn).map((one) => [one.key, row(one)]));
const termsOf = ({ terms: proposed }: PresetProps) => Object.fromEntries(proposed.map((term, at) => [`t${at}`, term]));

test('a secondary school is made at once, linked for promotion, and a second run adds nothing', async () => {
  const props = await propsOf();
  expect(props).toMatchObject({ preset: 'secondary', session: null, existing: { programs: [], arms: [] } });
  const drafts = draftOf(presets.secondary);
  const counts = countPlan(drafts, props.existing);
  expect(counts.added).toMatchObject({ programs: 2, classes: 6, batches: 18 });
  const body = bodyOf(drafts, { session: props.newSession, terms: termsOf(props) });
  const answer = await group.post('/structure/templates', body);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/home?institution_id=${school}`]);

  await within(async (tx) => {
    const levels = await tx.select().from(classes).orderBy(asc(classes.id));
    const nameOf = (id: number | null) => levels.find((level) => level.id === id)?.name;
    expect(levels.map(({ name, nextClassId }) => `${name} → ${nameOf(nextClassId)}`)).toEqual([
      'JSS 1 → JSS 2',
      'JSS 2 → JSS 3',
      'JSS 3 → SS 1',
      'SS 1 → SS 2',
      'SS 2 → SS 3',
      'SS 3 → undefined',
    ]);
    expect(levels.map(({ position }) => position)).toEqual([1, 2, 3, 1, 2, 3]);
    const arms = await tx.select().from(batches).orderBy(asc(batches.id));
    expect(arms).toHaveLength(18);
    expect(arms[0]).toMatchObject({ name: 'JSS 1 A', arm: 'A', capacity: 40 });
    expect(await tx.$count(courses)).toBe(counts.added.courses);
    expect(await tx.$count(terms, eq(terms.isCurrent, true))).toBe(1);
    const taught = await tx
      .select({ batch: batches.name, code: courses.code })
      .from(courseOfferings)
      .innerJoin(batches, eq(batches.id, courseOfferings.batchId))
      .innerJoin(courses, eq(courses.id, courseOfferings.courseId));
    const codesOf = (name: string) => taught.filter(({ batch }) => batch === name).map(({ code }) => code);
    expect(codesOf('SS 1 A')).toContain('PHY');
    expect(codesOf('SS 1 C')).not.toContain('PHY');
    expect(codesOf('SS 1 C')).toEqual(expect.arrayContaining(['ENG', 'MTH', 'LIT']));
    for (const { name, arms: shown } of counts.levels)
      for (const arm of shown) expect([name, codesOf(`${name} ${arm.name}`).length]).toEqual([name, arm.subjects]);
    const actions = await tx
      .select({ action: auditEntries.action, count: sql<number>`count(*)::int` })
      .from(auditEntries)
      .groupBy(auditEntries.action);
    const times = Object.fromEntries(actions.map(({ action, count }) => [action, count]));
    expect(times).toMatchObject({
      'structure.createProgram': 2,
      'structure.createClass': 6,
      'structure.editClass': 5,
      'structure.createBatch': 18,
      'structure.offerCourses': 18,
      'structure.applyPreset': 1,
    });
  });

  const again = await group.post('/structure/templates', body);
  expect(again.statusCode).toBe(303);
  expect((await group.page('/programs')).flash).toMatchObject({
    message: expect.stringMatching(/^Nothing to add. Already existed and unchanged: 2 programmes, 6 classes, 18 /),
  });
  await within(async (tx) => {
    expect([await tx.$count(batches), await tx.$count(courses)]).toEqual([18, counts.added.courses]);
    expect(await tx.$count(auditEntries, eq(auditEntries.action, 'structure.applyPreset'))).toBe(1);
  });
  expect(countPlan(drafts, (await propsOf()).existing).added).toEqual({
    programs: 0,
    classes: 0,
    batches: 0,
    courses: 0,
  });
});

test('what exists stays as it is: only the missing arm is added, and arms with subjects keep them', async () => {
  const drafts = draftOf(presets.secondary).filter(({ key }) => key === 'junior');
  const [jss1] = drafts[0]!.classes;
  drafts[0]!.classes = [{ ...jss1!, arms: 'a, B, D' }];
  drafts[0]!.subjects = [{ ...drafts[0]!.subjects[0]!, code: 'NEW', title: 'Something new', classes: '' }];
  const before = await within((tx) => tx.$count(courseOfferings));
  await group.post('/structure/templates', bodyOf(drafts));
  await within(async (tx) => {
    expect((await tx.select().from(batches).orderBy(asc(batches.id))).slice(18).map(({ name }) => name)).toEqual([
      'JSS 1 D',
    ]);
    expect(await tx.$count(courseOfferings)).toBe(before + 1);
  });
});

test('mistakes are said beside the field, and nothing is added', async () => {
  const drafts = draftOf(presets.nursery_primary);
  const subjects = drafts[1]!.subjects;
  subjects[0] = { ...subjects[0]!, code: 'mth' };
  const refused = await group.post('/structure/templates', bodyOf(drafts));
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toEqual({
    'programs.primary.subjects.s1.code': 'MTH is the code of English Studies as well. Choose a different code.',
  });
  drafts[1]!.classes[2] = { ...drafts[1]!.classes[2]!, name: '' };
  const blank = await group.post('/structure/templates', bodyOf(drafts));
  expect(blank.json().errors).toMatchObject({ 'programs.primary.classes.c2.name': 'The name is required.' });
  expect(await within((tx) => tx.$count(programs))).toBe(2);
  const registrar = await world.as('registrar');
  expect((await registrar.post('/structure/templates', bodyOf(draftOf(presets.primary)))).statusCode).toBe(404);
  const teacher = await world.as('teacher');
  expect((await teacher.get('/structure/templates')).statusCode).toBe(403);
});

test('two at once make one school', async () => {
  const other = draftOf(presets.primary);
  const answers = await Promise.all([1, 2].map(() => group.post('/structure/templates', bodyOf(other))));
  expect(answers.map(({ statusCode }) => statusCode)).toContain(303);
  await within(async (tx) => {
    expect(await tx.$count(programs, eq(programs.code, 'PRI'))).toBe(1);
    expect(await tx.$count(batches, sql`${batches.name} like 'Primary %'`)).toBe(18);
  });
});

test('levels of two programmes with the same name get arms that can be told apart', async () => {
  const drafts = draftOf(presets.university);
  const second = { ...drafts[0]!, key: 'p2', code: 'LLB', name: 'Bachelor of Laws' };
  await group.post('/structure/templates', bodyOf([...drafts, second]));
  const names = (await within((tx) => tx.select().from(batches))).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['BSC 100 Level', 'LLB 100 Level', 'LLB 400 Level']));
});

test('every preset is consistent', () => {
  for (const key of presetKeys) {
    const { programs: planned, isTertiary } = presets[key];
    const titles = new Map<string, string>();
    for (const { subjects, classes: levels } of planned)
      for (const { code, title, classes: of = [], units } of subjects) {
        expect([key, code, titles.get(code) ?? title]).toEqual([key, code, title]);
        titles.set(code, title);
        expect(levels).toEqual(expect.arrayContaining([...of]));
        expect([code, units !== undefined]).toEqual([code, isTertiary]);
      }
  }
  expect(['secondary', 'college', 'other', 'nursery'].map(usualPreset)).toEqual([
    'secondary',
    'polytechnic',
    'secondary',
    'nursery',
  ]);
});

test('terms lie within the session, in order, whatever its dates', () => {
  expect(proposeTerms('terms', '2026-09-14', '2027-07-23').map(({ startsOn, endsOn }) => [startsOn, endsOn])).toEqual([
    ['2026-09-14', '2026-12-18'],
    ['2027-01-11', '2027-04-09'],
    ['2027-05-03', '2027-07-23'],
  ]);
  for (const [from, to] of [
    ['2026-01-05', '2026-12-01'],
    ['2026-09-14', '2027-03-01'],
    ['2026-09-14', '2026-10-14'],
  ])
    for (const calendar of ['terms', 'semesters'] as const) {
      const days = proposeTerms(calendar, from!, to!).flatMap(({ startsOn, endsOn }) => [startsOn, endsOn]);
      expect(days).toEqual(days.toSorted());
      expect([days[0], days.at(-1)]).toEqual([from, to]);
      expect(new Set(days).size).toBe(days.length);
    }
});

test('arms are read as they are typed, and a class that is not divided takes every subject', () => {
  expect(armsIn(' A,b; B ,, Gold  Star')).toEqual(['A', 'b', 'Gold Star']);
  expect(taughtIn(['a'], ['A', 'B'])).toEqual(['A']);
  expect([taughtIn([], ['A', 'B']), taughtIn(['X'], ['A']), taughtIn(['X'], ['A', 'B'])]).toEqual([
    ['A', 'B'],
    ['A'],
    [],
  ]);
});
