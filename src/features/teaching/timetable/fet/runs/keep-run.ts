import { sql } from 'drizzle-orm';
import { query, type Database, type Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import type { Note, Placing } from '../places/placings-of.ts';
import { readWhole, type WholeVersion } from '../problem/problem-of.ts';
import type { RunState } from './run-state.ts';

export interface FetJob {
  institutionId: number;
  runId: number;
}
interface Begun {
  timetableId: number;
  name: string;
  minutes: number;
  attempts: number;
  isStopping: boolean;
  accountId: number | null;
  whole: WholeVersion;
}

export interface Result {
  state: RunState;
  failure: string | null;
  placings?: Placing[];
  notes?: Note[];
}

/** The row of a job. */
export const isThis = ({ institutionId, runId }: FetJob) => sql`institution_id = ${institutionId} and id = ${runId}`;

/** Takes a run that waits, or one whose process died, with the version as it is now. */
export const begin = (database: Database, job: FetJob): Promise<Begun | null> =>
  database.asSystem([job.institutionId], async (tx) => {
    const [run] = await query<Omit<Begun, 'whole' | 'name'>>(tx)`
      update fet_runs set state = 'running', attempts = attempts + 1, started_at = now(), placed_count = 0
        where ${isThis(job)} and state in ('queued', 'running')
        returning timetable_id::bigint as "timetableId", minutes, attempts, is_stopping as "isStopping", account_id::bigint as "accountId"`;
    if (!run) return null;
    const [timetable] = await query<{ name: string; revision: number }>(tx)`
      select name, revision from timetables where (institution_id, id) = (${job.institutionId}, ${run.timetableId})`;
    await tx.execute(sql`update fet_runs set revision = ${timetable!.revision} where ${isThis(job)}`);
    return { ...run, name: timetable!.name, whole: await readWhole(tx, [job.institutionId], run.timetableId) };
  });

/** Whether somebody has stopped it, or removed the timetable. */
export const tellProgress = (database: Database, job: FetJob, placed: number): Promise<boolean> =>
  database.asSystem([job.institutionId], async (tx) => {
    const [run] = await query<{ isStopping: boolean }>(tx)`
      update fet_runs set placed_count = ${placed} where ${isThis(job)} and state = 'running'
        returning is_stopping as "isStopping"`;
    return run?.isStopping ?? true;
  });

/** Keeps the result and notifies the person who started it. */
export const end = (database: Database, job: FetJob, begun: Begun, result: Result): Promise<void> =>
  database.asSystem([job.institutionId], async (tx) => {
    const { state, failure, placings = [], notes = [] } = result;
    const placed = placings.filter(({ weekday }) => weekday !== null).length;
    const ended = await tx.execute(sql`update fet_runs set state = ${state}, failure = ${failure},
        placings = ${JSON.stringify(placings)}::jsonb, notes = ${JSON.stringify(notes)}::jsonb,
        activity_count = case when ${placings.length} > 0 then ${placings.length} else activity_count end,
        placed_count = ${placed}, finished_at = now()
      where ${isThis(job)} and state = 'running'`);
    if (ended.rowCount && state !== 'stopped') await tell(tx, job, begun, result, placed);
  });

async function tell(
  tx: Tx,
  { institutionId, runId }: FetJob,
  { name, accountId }: Begun,
  { state, failure }: Result,
  placed: number,
): Promise<void> {
  if (accountId === null) return;
  const title = { done: `A timetable for ${name} was found`, part: `Part of ${name} has a timetable` }[
    state as 'done' | 'part'
  ];
  await notify(tx, {
    institutionId,
    to: [accountId],
    kind: 'timetable.searched',
    title: title ?? `No timetable for ${name} was found`,
    body: failure ?? `${countOf(placed, 'lesson')} placed. Review the result, then apply it.`,
    href: `/fet-runs/${runId}`,
  });
}
