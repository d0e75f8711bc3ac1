import { weekdayName } from '../timetable.ts';
import type { Board, Clash } from './board.ts';
import { roomsFor } from './choose-rooms.ts';
import { batchesOf, periodsOf, teachersOf, type DraftLesson, type DraftSet } from './draft.ts';
import { relationsAgainst } from './relations.ts';
import { sharedStudents, wishes } from './wishes.ts';

/**
 * Everything against a lesson at a place, hard clashes first. Lessons in `leaving` count as gone, as in a swap. Rooms are
 * those that `roomsFor` would choose, unless they are given.
 */
export function clashesAt(
  board: Board,
  lesson: DraftLesson,
  weekday: number,
  period: number,
  leaving: readonly number[] = [],
): Clash[] {
  const set = board.sets.get(lesson.setId)!;
  const gone = new Set([lesson.id, ...leaving]);
  const bells = bellsAgainst(board, lesson, weekday, period);
  if (bells) return [bells];
  const span = periodsOf(period, lesson.length);
  const clashes = [
    ...busy(board, 'batch', batchesOf(set), weekday, span, gone),
    ...busy(board, 'teacher', teachersOf(set), weekday, span, gone),
    ...roomsFor(board, lesson, weekday, period, leaving).clashes,
    ...unavailable(board, set, weekday, span),
    ...sharedStudents(board, set, weekday, span, gone),
    ...wishes(board, lesson, set, weekday, gone),
    ...relationsAgainst(board, lesson, weekday, period, gone),
  ];
  return clashes.toSorted((one, other) => Number(other.isHard) - Number(one.isHard));
}

function bellsAgainst(board: Board, { length }: DraftLesson, weekday: number, period: number): Clash | undefined {
  const clash = (words: string): Clash => ({ kind: 'bells', words, isHard: true });
  const day = board.draft.days.find((one) => one.weekday === weekday);
  if (!day) return clash(`There are no lessons on ${weekdayName(weekday)}.`);
  const first = day.bells.findIndex((bell) => bell.period === period);
  if (first < 0) return clash(`${weekdayName(weekday)} has no period ${period}.`);
  const between = day.bells.slice(first, first + length);
  const stop = between.find(({ kind }) => kind !== 'lesson');
  if (stop) return clash(`${stop.name} comes between its periods.`);
  return between.length < length ? clash('The day ends before it does.') : undefined;
}

function busy(
  board: Board,
  of: 'batch' | 'teacher',
  ids: number[],
  weekday: number,
  span: number[],
  gone: ReadonlySet<number>,
): Clash[] {
  return ids.flatMap((id) => {
    const there = new Set(span.flatMap((at) => board.at(of, id, weekday, at)).filter((other) => !gone.has(other)));
    return [...there].map((lessonId): Clash => {
      const other = board.lessons.get(lessonId)!;
      const name = board.names[of].get(id) ?? 'Somebody';
      const words =
        of === 'batch'
          ? `${name} has ${board.titleOf(board.sets.get(other.setId)!)}.`
          : `${name} teaches ${board.wordsOf(other)}.`;
      return { kind: of, words, isHard: true, lessonId };
    });
  });
}

function unavailable(board: Board, set: DraftSet, weekday: number, span: number[]): Clash[] {
  const all = [
    ...teachersOf(set).map((id) => ['teacher', id] as const),
    ...batchesOf(set).map((id) => ['batch', id] as const),
  ];
  return all.flatMap(([of, id]): Clash[] => {
    const degrees = span.map((at) => board.isUnavailable(of, id, weekday, at));
    const name = board.names[of].get(id) ?? 'Somebody';
    if (degrees.includes('never')) return [{ kind: 'unavailable', words: `${name} is not available.`, isHard: true }];
    if (degrees.includes('avoid')) return [{ kind: 'wish', words: `${name} would rather not.`, isHard: false }];
    return [];
  });
}
