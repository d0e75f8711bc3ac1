import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { NotFound } from '#kernel/errors.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import type { DraftLesson } from '../draft/draft.ts';
import { countChange, lockDraft, type LockedTimetable, readDraft } from '../draft/lock-draft.ts';
import { type PlacementResult, writePlaces } from './place-lesson.ts';

const lessonIds = z.array(id).min(1, 'Choose a lesson.').max(5000);
export const UnplaceLessons = z.object({ lessonIds });
export const LockLessons = z.object({ lessonIds, isLocked: checkbox });

/** Puts lessons back into the tray. Locked ones stay. */
export async function unplaceLessons(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof UnplaceLessons>,
): Promise<PlacementResult> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const lessons = (await theseOf(tx, timetable, input.lessonIds)).filter(
    ({ weekday, isLocked }) => weekday !== null && !isLocked,
  );
  const moved = lessons.map((lesson) => ({ ...lesson, weekday: null, period: null, rooms: [] }));
  await writePlaces(
    tx,
    timetable.institutionId,
    timetableId,
    moved.map(({ id: lessonId }) => ({ lessonId, weekday: null, period: null })),
  );
  await record(tx, actor, 'timetable.unplaceLessons', {
    institutionId: timetable.institutionId,
    summary: `removed ${countOf(moved.length, 'lesson')} from ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { from: lessons.map(({ id: lessonId, weekday, period }) => [lessonId, weekday, period]) },
  });
  return { revision: await countChange(tx, timetable), lessons: moved, warnings: [] };
}

/** Locks lessons at their place, or unlocks them. */
export async function lockLessons(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof LockLessons>,
): Promise<PlacementResult> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const lessons = (await theseOf(tx, timetable, input.lessonIds)).filter(({ weekday }) => weekday !== null);
  const ids = lessons.map((lesson) => lesson.id);
  await tx.execute(sql`update lessons set is_locked = ${input.isLocked}
    where institution_id = ${timetable.institutionId} and id = any (${sql.param(ids)}::bigint[])`);
  await record(tx, actor, 'timetable.lockLessons', {
    institutionId: timetable.institutionId,
    summary: `${input.isLocked ? 'locked' : 'unlocked'} ${countOf(ids.length, 'lesson')} of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonIds: ids },
  });
  const changed = lessons.map((lesson) => ({ ...lesson, isLocked: input.isLocked }));
  return { revision: await countChange(tx, timetable), lessons: changed, warnings: [] };
}

async function theseOf(
  tx: Tx,
  { institutionId, id: timetableId }: LockedTimetable,
  ids: number[],
): Promise<DraftLesson[]> {
  const { lessons } = await readDraft(tx, [institutionId], timetableId);
  const found = lessons.filter((lesson) => ids.includes(lesson.id));
  if (found.length < new Set(ids).size) throw new NotFound('lesson');
  return found;
}
