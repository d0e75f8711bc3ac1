import { clashesAt } from '../draft/clashes.ts';
import type { Board, Clash } from '../draft/board.ts';
import type { DraftLesson } from '../draft/draft.ts';

/** What would happen if the lesson in hand were dropped at a place. */
export interface Target {
  act: 'place' | 'swap' | 'stay' | 'refuse';
  /** The lesson to change places with. */
  other?: DraftLesson;
  clashes: Clash[];
  /** One line for the cell. */
  words: string;
}

export function targetAt(board: Board, lesson: DraftLesson, weekday: number, period: number): Target {
  if (lesson.weekday === weekday && lesson.period === period)
    return { act: 'stay', clashes: [], words: 'It is here now.' };
  const clashes = clashesAt(board, lesson, weekday, period);
  const hard = clashes.filter(({ isHard }) => isHard);
  if (hard.length === 0) return { act: 'place', clashes, words: clashes[0]?.words ?? 'Free' };
  const other = swappable(board, lesson, hard);
  if (other) {
    const words = `Swap with ${board.titleOf(board.sets.get(other.setId)!)}`;
    return { act: 'swap', other, clashes: clashes.filter(({ isHard }) => !isHard), words };
  }
  return { act: 'refuse', clashes, words: hard[0]!.words };
}

/** The one lesson that is in the way, if the two can change places. */
function swappable(board: Board, lesson: DraftLesson, hard: Clash[]): DraftLesson | undefined {
  const ids = new Set(hard.map(({ lessonId }) => lessonId));
  const [id] = ids;
  const other = id === undefined || ids.size > 1 ? undefined : board.lessons.get(id);
  const { weekday, period } = lesson;
  if (!other || other.isLocked || weekday === null || period === null) return undefined;
  if (other.weekday === null || other.period === null) return undefined;
  const against = (one: DraftLesson, day: number, at: number, leaving: number) =>
    clashesAt(board, one, day, at, [leaving]).some(({ isHard }) => isHard);
  return against(lesson, other.weekday, other.period, other.id) || against(other, weekday, period, lesson.id)
    ? undefined
    : other;
}
