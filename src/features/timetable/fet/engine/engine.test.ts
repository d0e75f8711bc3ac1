import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#kernel/database.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { readDraft } from '../../draft/draft.queries.ts';
import type { FetJob } from '../runs/keep-run.ts';
import { runFet } from '../runs/run-fet.job.ts';
import { madeUpSchool } from '../testing/made-up-school.ts';
import { putSchool } from '../testing/put-school.ts';
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
      rowsOf<{ batches: number; rooms: number }>(
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
