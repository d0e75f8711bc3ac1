import { weekdayName } from '../timetable.ts';
import type { Board, Clash } from './board.ts';
import { roomsFor } from './choose-rooms.ts';
import {
  batchesOf,
  periodsOf,
  teachersOf,
  type DraftLesson,
  type DraftSet,
  type Relation,
  type RelationKind,
} from './draft.ts';
import { countOf } from '#ui/format.ts';

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
      const name = board.names[of].get(id) ?? 'Someone';
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
    const name = board.names[of].get(id) ?? 'Someone';
    if (degrees.includes('never')) return [{ kind: 'unavailable', words: `${name} is not available.`, isHard: true }];
    if (degrees.includes('avoid')) return [{ kind: 'wish', words: `${name} would rather not.`, isHard: false }];
    return [];
  });
}

/** Students who would have to be in two lessons: of a block of electives, or with a carry-over. */
function sharedStudents(
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
function wishes(board: Board, lesson: DraftLesson, set: DraftSet, weekday: number, gone: ReadonlySet<number>): Clash[] {
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

type Check = (look: Look) => string | null;
type Placed = DraftLesson & { weekday: number; period: number };
interface Look {
  board: Board;
  relation: Relation;
  /** The lesson as it would lie. */
  lesson: Placed;
  gone: ReadonlySet<number>;
}

/** Rules about several lessons that one would break at a place. Lessons without a place are not held against it. */
export const relationsAgainst = (
  board: Board,
  lesson: DraftLesson,
  weekday: number,
  period: number,
  gone: ReadonlySet<number>,
): Clash[] =>
  board.relationsOf(lesson.setId).flatMap((relation) => {
    // A kind of a later version is not known.
    const words = checks[relation.kind]?.({ board, relation, lesson: { ...lesson, weekday, period }, gone });
    return !words ? [] : { kind: 'wish' as const, words, isHard: false };
  });

const isPlaced = (lesson: DraftLesson): lesson is Placed => lesson.weekday !== null && lesson.period !== null;
const endOf = ({ period, length }: Placed): number => period + length;
/** In the order of the week. */
const at = ({ weekday, period }: Placed): number => weekday * 100 + period;

/** The placed lessons of a set without those that leave. */
const placedOf = ({ board, gone }: Look, setId: number): Placed[] =>
  board.lessonsOf(setId).flatMap((lesson) => (!gone.has(lesson.id) && isPlaced(lesson) ? lesson : []));

const others = ({ relation, lesson }: Look): number[] => relation.setIds.filter((id) => id !== lesson.setId);
const nameOf = ({ board }: Look, setId: number): string => board.wordsOf({ setId });

/**
 * The first other set with a partner for each of these lessons, but none for this one. While some of that set have no
 * place, one of them can still become the partner.
 */
function without(look: Look, isPartner: (other: Placed) => boolean): number | undefined {
  const own = look.board.lessonsOf(look.lesson.setId).length;
  return others(look).find((setId) => {
    const all = look.board.lessonsOf(setId).length;
    const placed = placedOf(look, setId);
    return own <= all && placed.length === all && !placed.some(isPartner);
  });
}

const checks: Partial<Record<string, Check>> = {
  neverTogether: (look) => {
    const { lesson } = look;
    const other = others(look)
      .flatMap((setId) => placedOf(look, setId))
      .find((one) => one.weekday === lesson.weekday && one.period < endOf(lesson) && lesson.period < endOf(one));
    return other ? `It must not be at the same time as ${look.board.wordsOf(other)}.` : null;
  },
  startTogether: (look) => {
    const { weekday, period } = look.lesson;
    const setId = without(look, (one) => one.weekday === weekday && one.period === period);
    return setId === undefined ? null : `It must begin together with ${nameOf(look, setId)}.`;
  },
  sameDay: (look) => {
    const setId = without(look, (one) => one.weekday === look.lesson.weekday);
    return setId === undefined ? null : `It must be on the same day as ${nameOf(look, setId)}.`;
  },
  daysApart: (look) => {
    const { board, relation, lesson } = look;
    const days = board.draft.days.map(({ weekday }) => weekday);
    const most = relation.number ?? 1;
    const other = relation.setIds
      .flatMap((setId) => placedOf(look, setId))
      .find((one) => one.id !== lesson.id && Math.abs(days.indexOf(one.weekday) - days.indexOf(lesson.weekday)) < most);
    return other ? `${board.wordsOf(other)} is on ${weekdayName(other.weekday)}: ${apart(most)}.` : null;
  },
  inOrder: (look) => {
    const { board, relation, lesson } = look;
    const [first, second] = relation.setIds.map((setId) =>
      [...placedOf(look, setId), ...(setId === lesson.setId ? [lesson] : [])].toSorted(
        (one, other) => at(one) - at(other),
      ),
    );
    // Which of several comes first is known once all have places.
    const isWhole = [first, second].every(
      (placed, n) => placed?.length === board.lessonsOf(relation.setIds[n]!).length,
    );
    const isBroken = isWhole && first!.some((one, n) => second![n] && at(one) + one.length > at(second![n]));
    if (!isBroken) return null;
    return lesson.setId === relation.setIds[0]
      ? `It must come before ${nameOf(look, relation.setIds[1]!)} in the week.`
      : `It must come after ${nameOf(look, relation.setIds[0]!)} in the week.`;
  },
  oneAfterOther: (look) => {
    const { lesson, relation } = look;
    const isFirst = lesson.setId === relation.setIds[0];
    const setId = without(look, (one) => (isFirst ? follows(one, lesson) : follows(lesson, one)));
    if (setId === undefined) return null;
    return isFirst
      ? `${nameOf(look, setId)} must follow directly after it.`
      : `It must follow directly after ${nameOf(look, setId)}.`;
  },
  sideBySide: (look) => {
    const setId = without(look, (one) => follows(one, look.lesson) || follows(look.lesson, one));
    return setId === undefined ? null : `It must be directly before or after ${nameOf(look, setId)}.`;
  },
} satisfies Record<RelationKind, Check>;

const follows = (one: Placed, before: Placed): boolean =>
  one.weekday === before.weekday && one.period === endOf(before);
const apart = (days: number): string =>
  days === 1 ? 'they must be on different days' : `they must be ${days} days apart`;
