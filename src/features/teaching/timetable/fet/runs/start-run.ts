import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { countOf } from '#ui/format.ts';
import { lockTimetable } from '../../draft/lock-draft.ts';

export const StartRun = z.object({
  minutes: z.coerce
    .number('Enter a number of minutes.')
    .int('Enter a whole number of minutes.')
    .min(1, 'Enter 1 minute or more.')
    .max(30, 'A search can take up to 30 minutes.'),
});

/** Queues a search. Of one version there is one at a time; nothing changes before somebody applies its result. */
export async function startRun(
  tx: Tx,
  actor: Actor,
  jobs: Pick<Jobs, 'send'>,
  timetableId: number,
  { minutes }: z.output<typeof StartRun>,
): Promise<number> {
  const { institutionId, name, revision } = await lockTimetable(tx, actor, timetableId);
  allow(actor, 'timetable.edit', institutionId);
  const [{ lessons } = { lessons: 0 }] = await query<{ lessons: number }>(tx)`
    select count(*)::int as lessons from lessons where (institution_id, timetable_id) = (${institutionId}, ${timetableId})`;
  if (lessons === 0)
    throw new ValidationError('minutes', `${name} has no lessons yet. Add lessons, then start the search.`);
  const [run] = await query<{ id: number }>(tx)`
    insert into fet_runs (institution_id, timetable_id, source, minutes, revision, account_id)
      values (${institutionId}, ${timetableId}, 'engine', ${minutes}, ${revision}, ${actor.accountId})
      on conflict do nothing returning id::bigint as id`;
  if (!run) throw new Conflict(`A search for ${name} is running already. Wait for it, or stop it.`);
  await record(tx, actor, 'timetable.startSearch', {
    institutionId,
    summary: `started a search for ${name}, up to ${countOf(minutes, 'minute')}`,
    subject: { type: 'timetable', id: timetableId },
    details: { runId: run.id, minutes },
  });
  await jobs.send(tx, 'timetable.fet', { institutionId, runId: run.id });
  return run.id;
}
