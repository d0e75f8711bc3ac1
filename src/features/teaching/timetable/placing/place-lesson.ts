import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { Board, placeInWords, type Clash } from '../draft/board.ts';
import { roomsFor } from '../draft/choose-rooms.ts';
import { clashesAt } from '../draft/clashes.ts';
import { readDraft } from '../draft/draft.queries.ts';
import type { DraftLesson } from '../draft/draft.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';
import { writePlaces } from './write-places.ts';

const aWeekday = z.coerce.number('Choose a day.').int('Choose a day.').min(1, 'Choose a day.').max(7, 'Choose a day.');
const aPeriod = z.coerce
  .number('Choose a period.')
  .int('Choose a period.')
  .min(1, 'Choose a period.')
  .max(30, 'Choose a period.');

/** Where the lesson was on the screen: a drop on an older picture is refused. */
const was = { wasWeekday: emptyIsNull(aWeekday), wasPeriod: emptyIsNull(aPeriod) };

export const PlaceLesson = z.object({ lessonId: id, weekday: aWeekday, period: aPeriod, ...was });
export const SwapLessons = z.object({ lessonId: id, otherLessonId: id });

/** What changed, for the page of the one who changed it. */
export interface Placed {
  revision: number;
  lessons: DraftLesson[];
  /** What is not as wished, in words. */
  warnings: string[];
}

/** Puts a lesson at a day and period, from the tray or from elsewhere, with its room. */
export async function placeLesson(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { lessonId, weekday, period, wasWeekday, wasPeriod }: z.output<typeof PlaceLesson>,
): Promise<Placed> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const board = new Board(await readDraft(tx, [timetable.institutionId], timetableId));
  const lesson = movable(board, lessonId);
  if (lesson.weekday !== wasWeekday || lesson.period !== wasPeriod) throw new Conflict(movedMeanwhile(lesson));
  const found = clashesAt(board, lesson, weekday, period);
  refuseHard(found);
  const moved = { ...lesson, weekday, period, rooms: roomsFor(board, lesson, weekday, period).rooms };
  await writePlaces(tx, timetable.institutionId, timetableId, [asPlace(moved)]);
  await record(tx, actor, 'timetable.placeLesson', {
    institutionId: timetable.institutionId,
    summary: `placed ${board.wordsOf(lesson)} on ${placeInWords(weekday, period)} of ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonId, from: [wasWeekday, wasPeriod], to: [weekday, period] },
  });
  const warnings = found.map(({ words }) => words);
  return { revision: await countChange(tx, timetable), lessons: [moved], warnings };
}

/** Two lessons change places. */
export async function swapLessons(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  { lessonId, otherLessonId }: z.output<typeof SwapLessons>,
): Promise<Placed> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const board = new Board(await readDraft(tx, [timetable.institutionId], timetableId));
  const [one, other] = [placed(board, lessonId), placed(board, otherLessonId)];
  const first = clashesAt(board, one, other.weekday, other.period, [other.id]);
  refuseHard(first);
  const oneMoved = moveTo(one, other, roomsFor(board, one, other.weekday, other.period, [other.id]).rooms);
  board.move({ ...other, weekday: null, period: null, rooms: [] });
  board.move(oneMoved);
  const second = clashesAt(board, other, one.weekday, one.period);
  refuseHard(second);
  const otherMoved = moveTo(other, one, roomsFor(board, other, one.weekday, one.period).rooms);
  await writePlaces(tx, timetable.institutionId, timetableId, [asPlace(oneMoved), asPlace(otherMoved)]);
  await record(tx, actor, 'timetable.swapLessons', {
    institutionId: timetable.institutionId,
    summary: `swapped ${board.wordsOf(one)} and ${board.wordsOf(other)} in ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { lessonId, otherLessonId },
  });
  const warnings = [...first, ...second].map(({ words }) => words);
  return { revision: await countChange(tx, timetable), lessons: [oneMoved, otherMoved], warnings };
}

const moveTo = (
  lesson: DraftLesson,
  { weekday, period }: { weekday: number; period: number },
  rooms: DraftLesson['rooms'],
): DraftLesson => ({ ...lesson, weekday, period, rooms });

export const asPlace = ({ id: lessonId, weekday, period, rooms }: DraftLesson) => ({
  lessonId,
  weekday,
  period,
  rooms,
});

function movable(board: Board, lessonId: number): DraftLesson {
  const lesson = board.lessons.get(lessonId);
  if (!lesson) throw new NotFound('lesson');
  if (lesson.isLocked)
    throw new ValidationError('form', `${board.wordsOf(lesson)} is locked at its place. Unlock it before you move it.`);
  return lesson;
}

export function placed(board: Board, lessonId: number): DraftLesson & { weekday: number; period: number } {
  const lesson = movable(board, lessonId);
  const { weekday, period } = lesson;
  if (weekday === null || period === null)
    throw new Conflict(`${board.wordsOf(lesson)} was put back into the tray meanwhile. Nothing was changed.`);
  return { ...lesson, weekday, period };
}

const movedMeanwhile = ({ weekday, period }: DraftLesson): string =>
  weekday === null || period === null
    ? 'Somebody else has put this lesson back into the tray meanwhile, so your move was not saved.'
    : `Somebody else has moved this lesson to ${placeInWords(weekday, period)} meanwhile, so your move was not saved.`;

export function refuseHard(clashes: Clash[]): void {
  const hard = clashes.filter(({ isHard }) => isHard);
  if (hard.length > 0) throw new ValidationError('form', hard.map(({ words }) => words).join(' '));
}
