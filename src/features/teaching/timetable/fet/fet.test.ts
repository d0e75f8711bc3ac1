import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { countChange } from '../draft/lock-draft.ts';
import { writePlaces } from '../placing/place-lesson.ts';
import type { FetJob } from './runs/keep-run.ts';
import { runFet } from './runs/run-fet.job.ts';
import { fakeEngine } from '#test/harness/fake-fet.ts';
import { madeUpSchool } from '#test/harness/made-up-school.ts';
import { putSchool } from '#test/harness/put-school.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let program: string;

/** Two batches with a block of religious studies: 19 lessons that can be placed one after the other. */
function smallSchool(prefix: string) {
  const draft = madeUpSchool(2);
  const sets = draft.sets.filter(({ parts }, at) => at < 3 || parts.length > 1);
  const ids = new Set(sets.map(({ id }) => id));
  return {
    ...draft,
    batches: draft.batches.map((batch) => ({ ...batch, name: `${prefix} ${batch.name}` })),
    courses: draft.courses.map((course) => ({ ...course, code: `${prefix} ${course.code}` })),
    teachers: draft.teachers.map((teacher) => ({ ...teacher, name: `${prefix} ${teacher.name}` })),
    rooms: [],
    sets: sets.map((set) => ({ ...set, parts: set.parts.map((part) => ({ ...part, roomKind: null })) })),
    lessons: draft.lessons.filter(({ setId }) => ids.has(setId)).map((lesson) => ({ ...lesson, length: 1 })),
  };
}

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  program = await fakeEngine();
  world.services.environment.fet = program;
});
afterAll(async () => {
  await world?.close();
  if (program) await rm(dirname(program), { recursive: true, force: true });
});

let drafts = 0;
/** A draft whose name tells the engine what to do. */
async function draftNamed(how: string): Promise<number> {
  const { id } = world.school.ilorin;
  drafts += 1;
  // Numbers of teachers are unique in a school.
  await world.database.asSystem([id], (tx) =>
    tx.execute(
      sql`update employees set employee_number = employee_number || '-' || id where employee_number ~ '^FET[0-9]+$'`,
    ),
  );
  return world.database.asSystem([id], (tx) => putSchool(tx, id, how, smallSchool(`S${drafts}`)));
}
const rename = (timetableId: number, name: string) =>
  select(sql`update timetables set name = ${name} where id = ${timetableId} returning id`);
const select = <T extends object>(text: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<T & Record<string, unknown>>(tx, text));
const placedIn = async (timetableId: number) =>
  (
    await select<{ count: number }>(
      sql`select count(weekday)::int as count from lessons where timetable_id = ${timetableId}`,
    )
  )[0]!.count;

async function search(timetableId: number): Promise<string> {
  const answer = await registrar.post(`/timetables/${timetableId}/searches`, { minutes: 1 });
  expect(answer.statusCode).toBe(303);
  return answer.headers.location as string;
}
const job = () => world.sent.findLast(({ queue }) => queue === 'timetable.fet')!.data as FetJob;
const work = (signal = new AbortController().signal) => runFet(world.services, job(), signal);
const apply = (address: string, body: object) => registrar.post(`${address}/apply`, body);

describe('a search', () => {
  test('finds a place for every lesson, changes nothing by itself, and is applied to the draft', async () => {
    const timetableId = await draftNamed('whole');
    const address = await search(timetableId);
    expect((await registrar.page(address)).props.run).toMatchObject({ state: 'queued', minutes: 1 });
    await work();
    const { props } = await registrar.page(address);
    expect(props.run).toMatchObject({ state: 'done', placedCount: 16 });
    expect(props.preview).toMatchObject({ placed: 16, kept: 0, refused: [], unplaced: [] });
    expect(props.preview.notes[0].words).toBe('Teacher max hours daily broken for');
    expect(await placedIn(timetableId)).toBe(0);
    const answer = await apply(address, { into: 'draft', revision: props.version.revision });
    expect(answer.headers.location).toBe(`/timetables/${timetableId}`);
    expect(await placedIn(timetableId)).toBe(16);
    const [booked] = await select<{ teachers: number; batches: number }>(sql`select
      (select count(*)::int from booked_teachers where timetable_id = ${timetableId}) as teachers,
      (select count(*)::int from booked_batches where timetable_id = ${timetableId}) as batches`);
    expect(booked).toEqual({ teachers: 19, batches: 19 });
    const told = await select<{ title: string }>(
      sql`select title from notifications where kind = 'timetable.searched'`,
    );
    expect(told.map(({ title }) => title)).toContain('A timetable for whole was found');
  });

  test('is applied to a new version, and the first one stays as it is', async () => {
    const timetableId = await draftNamed('second');
    const address = await search(timetableId);
    await work();
    const { revision } = (await registrar.page(address)).props.version;
    expect((await apply(address, { into: 'version', revision })).json().errors).toEqual({
      name: 'Enter a name for the new version.',
    });
    const answer = await apply(address, { into: 'version', name: 'Found by FET', revision });
    const copyId = Number((answer.headers.location as string).split('/').at(-1));
    expect(copyId).not.toBe(timetableId);
    expect([await placedIn(timetableId), await placedIn(copyId)]).toEqual([0, 16]);
  });

  test('leaves locked lessons alone and refuses places that someone has taken since', async () => {
    const timetableId = await draftNamed('edited');
    const address = await search(timetableId);
    await work();
    const before = (await registrar.page(address)).props.version.revision;
    const [lesson] = await select<{ id: number }>(
      sql`select max(l.id)::int as id from lessons l where l.timetable_id = ${timetableId}`,
    );
    const { id } = world.school.ilorin;
    await world.database.asSystem([id], async (tx) => {
      await writePlaces(tx, id, timetableId, [{ lessonId: lesson!.id, weekday: 1, period: 1, rooms: [] }]);
      await tx.execute(sql`update lessons set is_locked = true where id = ${lesson!.id}`);
      await countChange(tx, { institutionId: id, id: timetableId });
    });
    const late = await apply(address, { into: 'draft', revision: before });
    expect(late.statusCode).toBe(409);
    expect(await placedIn(timetableId)).toBe(1);
    const { props } = await registrar.page(address);
    expect(props.preview).toMatchObject({ kept: 1, placed: 14 });
    expect(props.preview.refused[0].words).toMatch(/ on Monday in period 1\.$/);
    await apply(address, { into: 'draft', revision: props.version.revision });
    expect(await placedIn(timetableId)).toBe(15);
    const [there] = await select(
      sql`select weekday, first_period as period, is_locked as locked from lessons where id = ${lesson!.id}`,
    );
    expect(there).toEqual({ weekday: 1, period: 1, locked: true });
  });

  test('that ran out of time keeps the best part, and says what stood in the way', async () => {
    const timetableId = await draftNamed('part');
    const address = await search(timetableId);
    await work();
    const { props } = await registrar.page(address);
    expect(props.run).toMatchObject({ state: 'part', failure: 'The time ran out before every lesson had a place.' });
    expect(props.preview.placed).toBe(15);
    expect(props.preview.unplaced).toHaveLength(1);
    expect(props.preview.notes.map(({ words }: { words: string }) => words)).toContain(
      'The search got stuck at this lesson.',
    );
  });

  test('whose rules contradict each other ends in words, and there is nothing to apply', async () => {
    const timetableId = await draftNamed('refused');
    const address = await search(timetableId);
    await work();
    const { props } = await registrar.page(address);
    expect(props).toMatchObject({
      run: {
        state: 'failed',
        failure: 'FET found that not all rules can be followed. See its messages below.',
      },
      preview: null,
      notes: [{ words: 'Cannot optimize for teacher Ada, because the number of hours is 20.', lessons: [] }],
    });
    expect((await apply(address, { into: 'draft', revision: 1 })).statusCode).toBe(409);
  });

  test('is stopped with the best that it has, and begins again if its process died', async () => {
    const timetableId = await draftNamed('endless');
    const address = await search(timetableId);
    expect((await registrar.post(`/timetables/${timetableId}/searches`, { minutes: 1 })).statusCode).toBe(409);
    // The server stops meanwhile: nothing is decided, and the job is tried again.
    const dying = new AbortController();
    const died = work(dying.signal);
    await expect.poll(async () => (await registrar.page(address)).props.run.placedCount).toBe(1);
    dying.abort();
    await expect(died).rejects.toThrow();
    expect((await registrar.page(address)).props.run.state).toBe('running');
    const { startedAt } = (await registrar.page(address)).props.run;
    const again = work();
    await expect.poll(async () => (await registrar.page(address)).props.run.startedAt).not.toBe(startedAt);
    await expect.poll(async () => (await registrar.page(address)).props.run.placedCount).toBe(1);
    await registrar.post(`${address}/stop`);
    await again;
    const { props } = await registrar.page(address);
    expect(props.run).toMatchObject({ state: 'part', failure: 'It was stopped before every lesson had a place.' });
    expect(props.preview.placed).toBe(1);
    expect((await registrar.post(`${address}/stop`)).statusCode).toBe(409);
  });

  test('whose process died three times is not begun again', async () => {
    const timetableId = await draftNamed('unlucky');
    const address = await search(timetableId);
    await select(
      sql`update fet_runs set attempts = 3, state = 'running' where timetable_id = ${timetableId} returning id`,
    );
    await work();
    expect((await registrar.page(address)).props.run).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/Start it again/),
    });
  });

  test('needs FET, lessons and up to 30 minutes', async () => {
    const timetableId = await draftNamed('nothing');
    const start = (minutes: unknown) => registrar.post(`/timetables/${timetableId}/searches`, { minutes });
    expect((await start(31)).json().errors).toEqual({ minutes: 'A search can take up to 30 minutes.' });
    expect((await start('')).statusCode).toBe(422);
    const address = await search(timetableId);
    world.services.environment.fet = '/nowhere/fet-cl';
    try {
      expect((await registrar.page(`/timetables/${timetableId}/engine`)).props.engine).toMatchObject({
        isThere: false,
        isOff: false,
      });
      await work();
      expect((await registrar.page(address)).props.run.failure).toMatch(/no longer installed on this server/);
    } finally {
      world.services.environment.fet = program;
    }
    await select(sql`delete from lesson_sets where timetable_id = ${timetableId} returning id`);
    expect((await start(1)).json().errors.minutes).toMatch(/has no lessons yet/);
  });

  test('is for people who make timetables of the same school', async () => {
    const timetableId = await draftNamed('ours');
    const address = await search(timetableId);
    for (const [name, status] of [
      ['teacher', 403],
      ['registrar.offa', 404],
    ] as const) {
      const other = await world.as(name);
      expect((await other.get(address)).statusCode).toBe(status);
      expect((await other.get(`/timetables/${timetableId}/timetable.fet`)).statusCode).toBe(status);
      expect((await other.post(`${address}/stop`)).statusCode).toBe(status);
      expect((await other.post(`/timetables/${timetableId}/searches`, { minutes: 1 })).statusCode).toBe(status);
    }
  });
});

const upload = (address: string, content: string | Buffer, name = 'x_activities.xml') => {
  const head = `--cloth\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/xml\r\n\r\n`;
  return registrar.send({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'multipart/form-data; boundary=cloth' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--cloth--\r\n')]),
  });
};

describe('by hand', () => {
  test('the file of a draft is taken to FET, and its result is brought back, looked at and applied', async () => {
    const timetableId = await draftNamed('by hand');
    const file = await registrar.get(`/timetables/${timetableId}/timetable.fet`);
    expect(file.headers['content-disposition']).toBe('attachment; filename="by hand.fet"');
    const ids = [...file.body.matchAll(/<Id>(\d+)</g)].map(([, id]) => id);
    const places = ids.map(
      (id, at) =>
        `<Activity><Id>${id}</Id><Day>Monday</Day><Hour>Period ${at < 2 ? at + 1 : 9}</Hour><Room>Hall</Room></Activity>`,
    );
    const answer = await upload(
      `/timetables/${timetableId}/results`,
      `<Activities_Timetable>${places.join('')}<Activity><Id>1999999999</Id><Day>Monday</Day><Hour>Period 1</Hour><Room/></Activity></Activities_Timetable>`,
    );
    expect(answer.statusCode).toBe(303);
    const address = answer.headers.location as string;
    const { props } = await registrar.page(address);
    expect(props.run).toMatchObject({ source: 'file', fileName: 'x_activities.xml' });
    expect(props.preview.placed).toBe(2);
    expect(props.preview.refused[0].words).toBe('Monday has no period 9.');
    const words = props.preview.notes.map((note: { words: string }) => note.words);
    expect(words).toContain('Activities in the file that are no longer lessons of this timetable: 1.');
    expect(words).toContain('There is no longer a room named Hall.');
    expect(await placedIn(timetableId)).toBe(0);
    await apply(address, { into: 'draft', revision: props.version.revision });
    expect(await placedIn(timetableId)).toBe(2);
  });

  test('a result of another timetable, a file without one and a broken one are refused beside the field', async () => {
    const timetableId = await draftNamed('wrong files');
    const refusal = async (content: string | Buffer) =>
      (await upload(`/timetables/${timetableId}/results`, content)).json().errors.file;
    const other =
      '<Activities_Timetable><Activity><Id>1999999999</Id><Day>Monday</Day><Hour>Period 1</Hour><Room/></Activity></Activities_Timetable>';
    expect(await refusal(other)).toMatch(/None of the activities in this file is a lesson of this timetable/);
    const { body } = await registrar.get(`/timetables/${timetableId}/timetable.fet`);
    expect(await refusal(body)).toMatch(/has no timetable in it/);
    expect(await refusal('<fet version="6')).toMatch(/damaged in line 1/);
    expect(await refusal(Buffer.alloc(21 * 1_048_576, ' '))).toBe(
      'The file is larger than 20 MB. FET writes smaller files, also for large schools.',
    );
    expect(await refusal('')).toMatch(/empty/);
    expect(await select(sql`select id from fet_runs where timetable_id = ${timetableId}`)).toEqual([]);
  });
});

describe('rules', () => {
  test('the usual ones apply until someone changes them or turns them off', async () => {
    const timetableId = await draftNamed('rules');
    const base = `/timetables/${timetableId}/rules`;
    const kinds = async () => (await registrar.page(base)).props.usual.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['studentsMostGaps', 'studentsStartEarly', 'minDaysBetween', 'teachersMostADay']);
    const file = async () => (await registrar.get(`/timetables/${timetableId}/timetable.fet`)).body;
    expect(await file()).toMatch(/<ConstraintStudentsMaxGapsPerWeek>\s*<Weight_Percentage>100</);
    await registrar.post(base, { kind: 'studentsMostGaps', number: 3, isActive: '' });
    expect(await kinds()).not.toContain('studentsMostGaps');
    expect(await file()).not.toMatch(/ConstraintStudentsMaxGapsPerWeek/);
    const [off] = (await registrar.page(base)).props.rules;
    await registrar.post(base, {
      ruleId: off.id,
      was: '100 3 false',
      kind: 'studentsMostGaps',
      number: 3,
      isActive: 'on',
    });
    expect(await file()).toMatch(/<Max_Gaps>3</);
    const late = { ruleId: off.id, was: '100 3 false', kind: 'studentsMostGaps', number: 4, isActive: 'on' };
    expect((await registrar.post(base, late)).statusCode).toBe(409);
    await registrar.post(`${base}/remove`, { ruleId: off.id });
    expect(await file()).toMatch(/<Max_Gaps>0</);
  });

  test('a rule of one class takes the place of that of all', async () => {
    const timetableId = await draftNamed('own rules');
    const base = `/timetables/${timetableId}/rules`;
    const { choices } = (await registrar.page(`${base}/new`)).props;
    const [batch, other] = choices.batches.filter(({ name }: { name: string }) => /JSS 1 [AB]$/.test(name)).slice(-2);
    await registrar.post(base, { kind: 'studentsMostGaps', number: 4, batchId: batch.id, isActive: 'on' });
    const { body } = await registrar.get(`/timetables/${timetableId}/timetable.fet`);
    const gaps = [
      ...body.matchAll(/<ConstraintStudentsSetMaxGapsPerWeek>.*?<Max_Gaps>(\d+)<.*?<Students>(.*?)</gs),
    ].map(([, most, name]) => [name, Number(most)]);
    expect(gaps).toContainEqual([batch.name, 4]);
    expect(gaps).toContainEqual([other.name, 0]);
    const problems: [object, object][] = [
      [{ kind: 'studentsMostGaps', number: 99 }, { number: 'Enter a number from 0 to 30.' }],
      [{ kind: 'preferredTimes', batchId: batch.id }, { times: 'Choose at least one period.' }],
      [{ kind: 'lastOfDay' }, { courseId: 'Choose who or what the rule applies to.' }],
      [{ kind: 'lastOfDay', courseId: 999_999 }, { courseId: 'Choose one from the list.' }],
      [
        { kind: 'teachersMostADay', number: 5, batchId: batch.id },
        { batchId: 'This rule doesn’t use that field. Choose another one.' },
      ],
    ];
    for (const [body_, errors] of problems)
      expect((await registrar.post(base, { ...body_, isActive: 'on' })).json().errors).toEqual(errors);
  });

  test('that relate several lessons are in the file, in the checks and in a copy', async () => {
    const timetableId = await draftNamed('several lessons');
    const base = `/timetables/${timetableId}/rules`;
    const { lessons } = (await registrar.page(`${base}/new?kind=oneAfterOther`)).props.choices;
    const idOf = (title: string) => lessons.find(({ name }: { name: string }) => name.startsWith(title)).id;
    const [maths, english, science] = ['Mathematics', 'English', 'Basic Science'].map(idOf);
    const add = (body: object) => registrar.post(base, { isActive: 'on', ...body });
    const problems: [object, object][] = [
      [{ kind: 'neverTogether', setIds: [maths] }, { setIds: 'Choose at least two of them.' }],
      [{ kind: 'neverTogether', setIds: [maths, 999_999] }, { setIds: 'Choose lessons from the list.' }],
      [{ kind: 'inOrder', setId: maths }, { nextSetId: 'Choose other lessons.' }],
      [{ kind: 'inOrder', setId: maths, nextSetId: maths }, { nextSetId: 'Choose other lessons.' }],
      [{ kind: 'lastOfDay', setId: maths, nextSetId: english }, { nextSetId: expect.stringMatching(/Leave it empty/) }],
      [{ kind: 'lastOfDay', setIds: [maths, english] }, { setIds: expect.stringMatching(/apply to several/) }],
    ];
    for (const [body, errors] of problems) expect((await add(body)).json().errors).toEqual(errors);
    await add({ kind: 'daysApart', number: 1, weight: 80, setIds: [maths, english] });
    await add({ kind: 'oneAfterOther', setId: maths, nextSetId: science });
    const { rules } = (await registrar.page(base)).props;
    expect(rules.map(({ kind, about }: { kind: string; about: string }) => [kind, about])).toEqual([
      ['daysApart', expect.stringMatching(/^Mathematics, S\d+ JSS 1 A · English, /)],
      ['oneAfterOther', expect.stringMatching(/^Mathematics, S\d+ JSS 1 A then Basic Science, /)],
    ]);
    const { body: file } = await registrar.get(`/timetables/${timetableId}/timetable.fet`);
    expect(file.match(/<ConstraintTwoActivitiesConsecutive>/g)!.length).toBeGreaterThan(1);
    // On the grid and before publishing it is a wish, which the check names.
    const principal = await world.as('principal');
    const [one, other] = await Promise.all(
      [maths, english].map((setId) =>
        select<{ id: number }>(sql`select id::int as id from lessons where set_id = ${setId} order by id limit 1`),
      ),
    );
    const { id } = world.school.ilorin;
    await world.database.asSystem([id], (tx) =>
      writePlaces(tx, id, timetableId, [
        { lessonId: one![0]!.id, weekday: 2, period: 1, rooms: [] },
        { lessonId: other![0]!.id, weekday: 2, period: 3, rooms: [] },
      ]),
    );
    const words = async () =>
      (await principal.page(`/timetables/${timetableId}/publish`)).props.checks.problems.map(
        (found: { words: string }) => found.words,
      );
    expect(await words()).toContainEqual(
      expect.stringMatching(/^English, .* is on Tuesday: they must be on different days/),
    );

    const copied = await registrar.post('/timetables', {
      name: 'Several lessons again',
      timetableId,
      keepsPlaces: 'on',
      sessionId: (
        await select<{ id: number }>(sql`select session_id::int as id from timetables where id = ${timetableId}`)
      )[0]!.id,
    });
    const copyId = Number(/\/timetables\/(\d+)/.exec(String(copied.headers.location))![1]);
    const copy = (await registrar.page(`/timetables/${copyId}/rules`)).props.rules;
    expect(copy.map(({ about }: { about: string }) => about)).toEqual(
      rules.map(({ about }: { about: string }) => about),
    );
    const [gone] = await select<{ id: number }>(sql`delete from lesson_sets where id = ${science} returning id`);
    expect(gone).toBeDefined();
    expect((await registrar.page(base)).props.rules[1].about).toBe('Its other lessons were deleted');
    expect((await registrar.get(`/timetables/${timetableId}/timetable.fet`)).body).not.toContain(
      'TwoActivitiesConsecutive',
    );
  });

  test('of a published version stay as they are', async () => {
    const timetableId = await draftNamed('published');
    await rename(timetableId, 'published');
    await select(
      sql`update timetables set valid_from = '2026-09-14', published_at = now() where id = ${timetableId} returning id`,
    );
    const answer = await registrar.post(`/timetables/${timetableId}/rules`, {
      kind: 'studentsMostGaps',
      number: 1,
      isActive: 'on',
    });
    expect(answer.statusCode).toBe(409);
  });
});
