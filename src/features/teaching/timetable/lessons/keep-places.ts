import type { Tx } from '#kernel/database.ts';
import { asPlace } from '../placing/place-lesson.ts';
import { writePlaces } from '../placing/write-places.ts';
import { Board } from '../draft/board.ts';
import { roomsFor } from '../draft/choose-rooms.ts';
import { clashesAt } from '../draft/clashes.ts';
import { readDraft } from '../draft/draft.queries.ts';
import type { DraftLesson } from '../draft/draft.ts';

/**
 * After sets or bells have changed: books again what their lessons take where they lie, and puts back into the tray what
 * cannot lie there any more. Returns how many those are. All sets unless some are named.
 */
export async function keepPlaces(
  tx: Tx,
  institutionId: number,
  timetableId: number,
  setIds?: readonly number[],
): Promise<number> {
  const board = new Board(await readDraft(tx, [institutionId], timetableId));
  const concerned = [...board.lessons.values()].filter(
    ({ setId, weekday }) => weekday !== null && (setIds === undefined || setIds.includes(setId)),
  );
  for (const lesson of concerned) board.move(inTray(lesson));
  const places: DraftLesson[] = [];
  for (const lesson of concerned) {
    const [weekday, period] = [lesson.weekday!, lesson.period!];
    const isPossible = !clashesAt(board, lesson, weekday, period).some(({ isHard }) => isHard);
    const now = isPossible ? { ...lesson, rooms: roomsFor(board, lesson, weekday, period).rooms } : inTray(lesson);
    board.move(now);
    places.push(now);
  }
  await writePlaces(tx, institutionId, timetableId, places.map(asPlace));
  return places.filter(({ weekday }) => weekday === null).length;
}

const inTray = (lesson: DraftLesson): DraftLesson => ({ ...lesson, weekday: null, period: null, rooms: [] });
