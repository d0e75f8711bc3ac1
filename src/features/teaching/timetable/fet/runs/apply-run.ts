import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Tx, isOneOf, type Db } from '#kernel/database.ts';
import { Conflict, ValidationError, orNotFound } from '#kernel/errors.ts';
import { type Note, type Placing, fitPlaces, type Fit } from '../places/placings-of.ts';
import { type RunState, hasResult } from './run-state.ts';
import { z } from 'zod';
import { choice, id, optionalLine } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { countChange, lockDraft, lockTimetable, type LockedTimetable, readDraft } from '../../draft/lock-draft.ts';
import { writePlaces } from '../../placing/place-lesson.ts';
import { createTimetable } from '../../versions/make-versions.ts';

/** Ends a search: one that waits at once, one that runs within seconds, with the best that it has found. */
export async function stopRun(tx: Tx, actor: Actor, runId: number): Promise<void> {
  const within = institutionsWhere(actor, 'timetable.edit');
  const [run] = await query<{ institutionId: number; timetableId: number }>(tx)`
    update fet_runs set is_stopping = true, state = case state when 'queued' then 'stopped' else state end,
        finished_at = case state when 'queued' then now() end
      where institution_id = any (${sql.param(within)}::int[]) and id = ${runId} and state in ('queued', 'running')
      returning institution_id as "institutionId", timetable_id::bigint as "timetableId"`;
  if (!run) {
    await findRun(tx, actor, runId);
    throw new Conflict('This search has already ended.');
  }
  await record(tx, actor, 'timetable.stopSearch', {
    institutionId: run.institutionId,
    summary: 'stopped a search for a timetable',
    subject: { type: 'timetable', id: run.timetableId },
    details: { runId },
  });
}

export interface RunRow {
  id: number;
  institutionId: number;
  timetableId: number;
  source: 'engine' | 'file';
  state: RunState;
  minutes: number | null;
  isStopping: boolean;
  revision: number;
  activityCount: number;
  placedCount: number;
  fileName: string | null;
  failure: string | null;
  /** ISO, as the other times. */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  appliedAt: string | null;
}

export interface FoundRun extends RunRow {
  placings: Placing[];
  notes: Note[];
}

const columns = sql`r.id::bigint as id, r.institution_id as "institutionId", r.timetable_id::bigint as "timetableId", r.source, r.state, r.minutes,
  r.is_stopping as "isStopping", r.revision, r.activity_count as "activityCount", r.placed_count as "placedCount",
  r.file_name as "fileName", r.failure, to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.started_at) #>> '{}' as "startedAt",
  to_json(r.finished_at) #>> '{}' as "finishedAt", to_json(r.applied_at) #>> '{}' as "appliedAt"`;

const mine = (actor: Actor) => isOneOf(sql`r.institution_id`, institutionsWhere(actor, 'timetable.edit'));

/** Of people who make timetables. */
export async function findRun(db: Db, actor: Actor, runId: number): Promise<FoundRun> {
  const [row] = await query<FoundRun>(db)`
    select ${columns}, r.placings, r.notes from fet_runs r where ${mine(actor)} and r.id = ${runId}`;
  return orNotFound(row, 'search');
}

const shownRuns = 10;

/** The latest of a version. */
export const runsOf = (db: Db, actor: Actor, timetableId: number): Promise<RunRow[]> =>
  query<RunRow>(db)`
    select ${columns} from fet_runs r where ${mine(actor)} and r.timetable_id = ${timetableId} order by r.id desc limit ${shownRuns}`;

export const ApplyRun = z.object({
  into: choice({ draft: 'This draft', version: 'A new version' }),
  name: optionalLine(80, 'Name'),
  /** Of the version that the preview showed. */
  revision: id,
});

/** Writes a result into its draft, or into a copy of the version, all at once. Locked lessons stay. */
export async function applyRun(
  tx: Tx,
  actor: Actor,
  runId: number,
  { into, name, revision }: z.output<typeof ApplyRun>,
): Promise<{ timetableId: number; fit: Fit }> {
  const run = await findRun(tx, actor, runId);
  if (!hasResult(run.state)) throw new Conflict('This search has no result to apply.');
  const timetable =
    into === 'draft' ? await lockDraft(tx, actor, run.timetableId) : await lockTimetable(tx, actor, run.timetableId);
  if (timetable.revision !== revision)
    throw new Conflict(
      `${timetable.name} was changed while you were looking at this result. Review the preview again, then apply it.`,
    );
  if (into === 'version' && name === null) throw new ValidationError('name', 'Enter a name for the new version.');
  const target = into === 'draft' ? timetable : await copyOf(tx, actor, timetable, name!);
  const placings = into === 'draft' ? run.placings : await inCopy(tx, run, target.id);
  const { institutionId } = timetable;
  const fit = fitPlaces(await readDraft(tx, [institutionId], target.id), placings);
  await writePlaces(tx, institutionId, target.id, fit.places);
  await tx.execute(
    sql`update fet_runs set applied_at = now() where (institution_id, id) = (${institutionId}, ${runId})`,
  );
  await record(tx, actor, 'timetable.applySearch', {
    institutionId,
    summary: `placed ${countOf(fit.placed, 'lesson')} of ${target.name} as FET found`,
    subject: { type: 'timetable', id: target.id },
    details: { runId, placed: fit.placed, refused: fit.refused.length, unplaced: fit.unplaced.length },
  });
  await countChange(tx, target);
  return { timetableId: target.id, fit };
}

async function copyOf(tx: Tx, actor: Actor, source: LockedTimetable, name: string): Promise<LockedTimetable> {
  const { sessionId, termPosition, id: timetableId } = source;
  const copy = { name, sessionId, termPosition, timetableId, keepsPlaces: true };
  return lockDraft(tx, actor, await createTimetable(tx, actor, copy));
}

/** A copy has its lessons in the order of the original: by set and length. */
async function inCopy(tx: Tx, { institutionId, timetableId, placings }: FoundRun, copyId: number): Promise<Placing[]> {
  const lessonsOf = (of: number) =>
    query<{ id: number; parts: number[] }>(tx)`select l.id::bigint as id, array(select p.id::bigint from lesson_parts p
            where (p.institution_id, p.set_id) = (l.institution_id, l.set_id) order by p.position) as parts
        from lessons l where (l.institution_id, l.timetable_id) = (${institutionId}, ${of}) order by l.set_id, l.length, l.id`;
  const [original, copy] = [await lessonsOf(timetableId), await lessonsOf(copyId)];
  if (original.length !== copy.length)
    throw new Conflict('Not all lessons can be copied: a class or teacher no longer exists. Apply it to the draft.');
  const lessons = new Map(original.map((lesson, at) => [lesson.id, copy[at]!.id]));
  const parts = new Map(original.flatMap((lesson, at) => lesson.parts.map((part, n) => [part, copy[at]!.parts[n]!])));
  return placings.flatMap((placing) => {
    const lessonId = lessons.get(placing.lessonId);
    if (lessonId === undefined) return [];
    const rooms = placing.rooms.flatMap(({ partId, roomId }) =>
      parts.has(partId) ? { partId: parts.get(partId)!, roomId } : [],
    );
    return { ...placing, lessonId, rooms };
  });
}
