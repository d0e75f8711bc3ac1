import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { Board } from '../../draft/board.ts';
import { relationsAgainst } from '../../draft/clashes.ts';
import { readDraft } from '../../draft/lock-draft.ts';
import type { FetJob } from '../runs/keep-run.ts';
import { runFet } from '../runs/run-fet.job.ts';
import { madeUpSchool } from '#test/harness/made-up-school.ts';
import { putSchool } from '#test/harness/put-school.ts';
import { findProgram } from './find-program.ts';

const program = await findProgram();
const reason = program ? '' : ' (skipped: fet-cl is not installed; `apt-get install fet`)';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world?.close());

const batches = 30;

test.skipIf(!program)(
  `FET places 30 batches with 40 periods each, and the database accepts every place${reason}`,
  async () => {
    world.services.environment.fet = program!;
    const { id } = world.school.ilorin;
    const timetableId = await world.database.asSystem([id], (tx) =>
      putSchool(tx, id, 'Whole school', madeUpSchool(batches)),
    );
    // As it is a moment after so much was written.
    await withClient(world.ownerUrl, (client) => client.query('analyze'));
    const registrar = await world.as('registrar');
    const started = await registrar.post(`/timetables/${timetableId}/searches`, { minutes: 5 });
    const address = started.headers.location as string;
    await runFet(world.services, world.sent.at(-1)!.data as FetJob, new AbortController().signal);
    const { props } = await registrar.page(address);
    expect(props.run.state).toBe('done');
    expect(props.preview).toMatchObject({ placed: props.preview.all, refused: [], unplaced: [] });
    // The exclusion constraints of teachers, rooms and batches have the last word.
    await registrar.post(`${address}/apply`, { into: 'draft', revision: props.version.revision });
    const draft = await world.database.asSystem([id], (tx) => readDraft(tx, [id], timetableId));
    expect(draft.lessons.every(({ weekday }) => weekday !== null)).toBe(true);
    const [booked] = await world.database.asSystem([id], (tx) =>
      query<{ batches: number; rooms: number }>(
        tx,
        sql`select (select sum(upper(periods) - lower(periods))::int from booked_batches where timetable_id = ${timetableId}) as batches,
          (select count(*)::int from booked_rooms where timetable_id = ${timetableId}) as rooms`,
      ),
    );
    // Three lessons of basic science a batch want a laboratory.
    expect(booked).toEqual({ batches: batches * 40, rooms: batches * 3 });
  },
  120_000,
);

test.skipIf(!program)(
  `FET keeps to rules about several lessons as the checks of the grid understand them${reason}`,
  async () => {
    world.services.environment.fet = program!;
    const { id } = world.school.ilorin;
    const registrar = await world.as('registrar');
    await world.database.asSystem([id], (tx) => tx.execute(sql`update employees set employee_number = 'W' || id`));
    const timetableId = await world.database.asSystem([id], (tx) => putSchool(tx, id, 'Related', twoClasses()));
    const { lessons } = (await registrar.page(`/timetables/${timetableId}/rules/new`)).props.choices;
    const idOf = (name: string) => lessons.find((one: { name: string }) => one.name === name).id;
    const of = (arm: string, ...titles: string[]) => titles.map((title) => idOf(`${title}, X JSS 1 ${arm}`));
    const pairOf = ([setId, nextSetId]: number[]) => ({ setId, nextSetId });
    const rules = [
      { kind: 'startTogether', setIds: [...of('A', 'Mathematics'), ...of('B', 'English')] },
      { kind: 'neverTogether', setIds: [...of('A', 'English'), ...of('B', 'Basic Science')] },
      { kind: 'sameDay', setIds: [...of('A', 'Social Studies'), ...of('B', 'Social Studies')] },
      { kind: 'daysApart', number: 1, setIds: of('A', 'Business Studies', 'Home Economics') },
      { kind: 'inOrder', ...pairOf(of('A', 'Business Studies', 'Home Economics')) },
      { kind: 'oneAfterOther', ...pairOf(of('B', 'Business Studies', 'Home Economics')) },
      { kind: 'sideBySide', ...pairOf(of('A', 'Civic Education', 'Social Studies')) },
    ];
    for (const rule of rules) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await registrar.post(`/timetables/${timetableId}/rules`, { ...rule, weight: 100, isActive: 'on' });
      expect([rule.kind, answer.statusCode]).toEqual([rule.kind, 303]);
    }
    const address = (await registrar.post(`/timetables/${timetableId}/searches`, { minutes: 1 })).headers.location!;
    await runFet(world.services, world.sent.at(-1)!.data as FetJob, new AbortController().signal);
    const { props } = await registrar.page(address as string);
    expect(props.run).toMatchObject({ state: 'done', failure: null });
    await registrar.post(`${address}/apply`, { into: 'draft', revision: props.version.revision });
    const draft = await world.database.asSystem([id], (tx) => readDraft(tx, [id], timetableId));
    expect(draft.relations).toHaveLength(rules.length);
    const board = new Board(draft);
    const broken = () =>
      draft.lessons.flatMap((lesson) =>
        relationsAgainst(board, lesson, lesson.weekday!, lesson.period!, new Set([lesson.id])),
      );
    expect(broken()).toEqual([]);
    // Without the rules' places they are broken: each lesson a day later.
    for (const lesson of draft.lessons.filter(({ setId }) => setId % 2 === 0))
      board.move({ ...lesson, weekday: (lesson.weekday! % 5) + 1 });
    expect(
      [...board.lessons.values()].flatMap((lesson) =>
        relationsAgainst(board, lesson, lesson.weekday!, lesson.period!, new Set([lesson.id])),
      ).length,
    ).toBeGreaterThan(3);
  },
  60_000,
);

function twoClasses() {
  const draft = madeUpSchool(2);
  return {
    ...draft,
    batches: draft.batches.map((batch) => ({ ...batch, name: `X ${batch.name}` })),
    courses: draft.courses.map((course) => ({ ...course, code: `X${course.code}` })),
    rooms: draft.rooms.map((room) => ({ ...room, name: `X ${room.name}` })),
  };
}
