import { record } from '#kernel/audit.ts';
import { allow, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { lockTimetable, readDraft } from '../../draft/lock-draft.ts';
import type { Draft } from '../../draft/draft.ts';
import type { FetFile } from '../format/read-fet.ts';
import { Unreadable } from '../format/read-xml.ts';
import { placingsOf } from '../places/placings-of.ts';

/** Keeps a result that somebody made with FET by hand, to be looked at and applied. */
export async function bringBack(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  file: FetFile,
  fileName: string,
): Promise<number> {
  const { institutionId, name, revision } = await lockTimetable(tx, actor, timetableId);
  allow(actor, 'timetable.edit', institutionId);
  const { placings, notes } = placingsIn(await readDraft(tx, [institutionId], timetableId), file);
  const placed = placings.filter(({ weekday }) => weekday !== null).length;
  const [run] = await query<{ id: number }>(tx)`
    insert into fet_runs (institution_id, timetable_id, source, state, revision, activity_count, placed_count, file_name,
        placings, notes, account_id, finished_at)
      values (${institutionId}, ${timetableId}, 'file', ${placed === placings.length ? 'done' : 'part'}, ${revision},
        ${placings.length}, ${placed}, ${fileName.slice(-200)}, ${JSON.stringify(placings)}::jsonb, ${JSON.stringify(notes)}::jsonb,
        ${actor.accountId}, now()) returning id::bigint as id`;
  await record(tx, actor, 'timetable.bringBack', {
    institutionId,
    summary: `uploaded a result of FET for ${name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { runId: run!.id, fileName, placed },
  });
  return run!.id;
}

function placingsIn(draft: Draft, file: FetFile) {
  try {
    return placingsOf(draft, file);
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}
