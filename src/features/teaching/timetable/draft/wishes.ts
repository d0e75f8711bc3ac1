import { countOf } from '#ui/format.ts';
import { weekdayName } from '../timetable.ts';
import type { Board, Clash } from './board.ts';
import { periodsOf, teachersOf, type DraftLesson, type DraftSet } from './draft.ts';

/** Students who would have to be in two lessons: of a block of electives, or with a carry-over. */
export function sharedStudents(
  board: Board,
  set: DraftSet,
  weekday: number,
  span: number[],
  gone: ReadonlySet<number>,
): Clash[] {
  if (board.draft.shared.length === 0) return [];
  const own = set.parts.flatMap(({ id, courses }) => courses.map((course) => ({ ...course, partId: id })));
  const batches = new Set(own.map(({ batchId }) => batchId));
  const others = board.on(weekday).flatMap((other) => {
    if (other.period === null || gone.has(other.id)) return [];
    if (!periodsOf(other.period, other.length).some((at) => span.includes(at))) return [];
    return board.sets
      .get(other.setId)!
      .parts.flatMap(({ id, courses }) =>
        courses.flatMap((course) => (batches.has(course.batchId) ? { ...course, partId: id } : [])),
      );
  });
  const seen = new Set<string>();
  return own.flatMap((one) =>
    [...own, ...others].flatMap((other): Clash[] => {
      if (one.batchId !== other.batchId || one.partId === other.partId) return [];
      const students = sharedBy(board, one.batchId, one.courseId, other.courseId);
      const words = `${countOf(students, 'student')} of ${board.names.batch.get(one.batchId)} ${students === 1 ? 'takes' : 'take'} both ${[
        board.names.course.get(one.courseId),
        board.names.course.get(other.courseId),
      ]
        .toSorted()
        .join(' and ')}.`;
      if (students === 0 || seen.has(words)) return [];
      seen.add(words);
      return [{ kind: 'students', words, isHard: false }];
    }),
  );
}

const sharedBy = (board: Board, batchId: number, courseId: number, otherId: number): number =>
  board.draft.shared.find(
    (row) =>
      row.batchId === batchId &&
      ((row.courseId === courseId && row.otherId === otherId) ||
        (row.courseId === otherId && row.otherId === courseId)),
  )?.students ?? 0;

/** What is only not as wished: the same subject twice a day, a teacher above the limit. */
export function wishes(
  board: Board,
  lesson: DraftLesson,
  set: DraftSet,
  weekday: number,
  gone: ReadonlySet<number>,
): Clash[] {
  const thatDay = board.on(weekday).filter((other) => !gone.has(other.id));
  const wish = (words: string): Clash => ({ kind: 'wish', words, isHard: false });
  const twice = thatDay.some(({ setId }) => setId === set.id)
    ? [wish(`${board.titleOf(set)} is on ${weekdayName(weekday)} already.`)]
    : [];
  const over = teachersOf(set).flatMap((id) => {
    const most = board.draft.limits.find(({ teacherId }) => teacherId === id)?.mostADay;
    if (!most) return [];
    const there = thatDay.filter(({ setId }) => teachersOf(board.sets.get(setId)!).includes(id));
    const periods = there.reduce((sum, other) => sum + other.length, lesson.length);
    return periods > most
      ? [wish(`${board.names.teacher.get(id)} would have ${periods} periods that day, ${most} at most.`)]
      : [];
  });
  return [...twice, ...over];
}
