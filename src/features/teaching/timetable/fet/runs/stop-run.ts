import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { findRun } from './runs.queries.ts';

/** Ends a search: one that waits at once, one that runs within seconds, with the best that it has found. */
export async function stopRun(tx: Tx, actor: Actor, runId: number): Promise<void> {
  const within = institutionsWhere(actor, 'timetable.edit');
  const [run] = await query<{ institutionId: number; timetableId: number }>(
    tx,
    sql`update fet_runs set is_stopping = true, state = case state when 'queued' then 'stopped' else state end,
        finished_at = case state when 'queued' then now() end
      where institution_id = any (${sql.param(within)}::int[]) and id = ${runId} and state in ('queued', 'running')
      returning institution_id as "institutionId", timetable_id::int as "timetableId"`,
  );
  if (!run) {
    await findRun(tx, actor, runId);
    throw new Conflict('This search has ended already.');
  }
  await record(tx, actor, 'timetable.stopSearch', {
    institutionId: run.institutionId,
    summary: 'stopped a search for a timetable',
    subject: { type: 'timetable', id: run.timetableId },
    details: { runId },
  });
}
