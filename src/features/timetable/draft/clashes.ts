import { countOf } from '#ui/format.ts';
import { roomKinds, weekdayName } from '../timetable.ts';
import {
  batchesOf,
  periodsOf,
  teachersOf,
  type Draft,
  type DraftLesson,
  type DraftSet,
  type ResourceKind,
} from './draft.ts';

/** What stands against a lesson at a place, in words. */
export interface Clash {
  kind: ResourceKind | 'bells' | 'unavailable' | 'students' | 'locked' | 'wish';
  words: string;
  /** It can’t lie there at all; otherwise it is only not as wished. */
  isHard: boolean;
  /** The lesson that is there. */
  lessonId?: number;
}

/** A draft with what is needed to look up quickly who is where. */
export class Board {
  readonly draft: Draft;
  readonly sets: ReadonlyMap<number, DraftSet>;
  readonly lessons: Map<number, DraftLesson>;
  readonly names: Record<ResourceKind | 'course' | 'short', ReadonlyMap<number, string>>;
  /** 'teacher 7 1 3' → the lessons of teacher 7 on Monday in period 3. */
  readonly #taken = new Map<string, number[]>();
  readonly #unavailable: ReadonlyMap<string, 'never' | 'avoid'>;

  constructor(draft: Draft) {
    this.draft = draft;
    this.sets = new Map(draft.sets.map((set) => [set.id, set]));
    this.lessons = new Map(draft.lessons.map((lesson) => [lesson.id, lesson]));
    const nameOf = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
    this.names = {
      batch: nameOf(draft.batches),
      teacher: nameOf(draft.teachers),
      room: nameOf(draft.rooms),
      course: new Map(draft.courses.map(({ id, title }) => [id, title])),
      short: new Map(draft.courses.map(({ id, code }) => [id, code])),
    };
    this.#unavailable = new Map(
      draft.unavailable.map(({ of, id, weekday, period, degree }) => [`${of} ${id} ${weekday} ${period}`, degree]),
    );
    for (const lesson of draft.lessons) this.#take(lesson);
  }

  /** Puts a lesson elsewhere, or into the tray. */
  move(lesson: DraftLesson): void {
    const before = this.lessons.get(lesson.id);
    if (before)
      for (const key of this.#keysOf(before))
        this.#taken.set(
          key,
          (this.#taken.get(key) ?? []).filter((id) => id !== lesson.id),
        );
    this.lessons.set(lesson.id, lesson);
    this.#take(lesson);
  }

  #take(lesson: DraftLesson): void {
    for (const key of this.#keysOf(lesson)) this.#taken.set(key, [...(this.#taken.get(key) ?? []), lesson.id]);
  }

  /** The lessons of a day. */
  on(weekday: number): DraftLesson[] {
    return [...this.lessons.values()].filter((lesson) => lesson.weekday === weekday);
  }

  /** The lessons that take the time of somebody in a period. */
  at(of: ResourceKind, id: number, weekday: number, period: number): readonly number[] {
    return this.#taken.get(`${of} ${id} ${weekday} ${period}`) ?? [];
  }

  isUnavailable(of: ResourceKind, id: number, weekday: number, period: number): 'never' | 'avoid' | undefined {
    return this.#unavailable.get(`${of} ${id} ${weekday} ${period}`);
  }

  #keysOf({ setId, weekday, period, length, rooms }: DraftLesson): string[] {
    const set = this.sets.get(setId);
    if (!set || weekday === null || period === null) return [];
    return periodsOf(period, length).flatMap((at) => [
      ...teachersOf(set).map((id) => `teacher ${id} ${weekday} ${at}`),
      ...batchesOf(set).map((id) => `batch ${id} ${weekday} ${at}`),
      ...rooms.map(({ roomId }) => `room ${roomId} ${weekday} ${at}`),
    ]);
  }

  /** 'Mathematics', 'CRS / IRS', or the name of the block. */
  titleOf(set: DraftSet): string {
    if (set.name) return set.name;
    const titles = set.parts.map(({ courses }) => this.names.course.get(courses[0]?.courseId ?? 0) ?? 'Lesson');
    return [...new Set(titles)].join(' / ');
  }

  /** 'Mathematics, JSS 2 B'. */
  wordsOf({ setId }: DraftLesson): string {
    const set = this.sets.get(setId)!;
    const batches = batchesOf(set).map((id) => this.names.batch.get(id));
    return [this.titleOf(set), batches.join(' + ')].filter(Boolean).join(', ');
  }
}

/** 'Monday, period 3'. */
export const placeInWords = (weekday: number, period: number): string => `${weekdayName(weekday)}, period ${period}`;

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

interface ChosenRooms {
  rooms: { partId: number; roomId: number }[];
  clashes: Clash[];
}

/** The room of each part at a place: the one it wants, or the smallest free one of the kind that has enough seats. */
export function roomsFor(
  board: Board,
  lesson: DraftLesson,
  weekday: number,
  period: number,
  leaving: readonly number[] = [],
): ChosenRooms {
  const set = board.sets.get(lesson.setId)!;
  const gone = new Set([lesson.id, ...leaving]);
  const span = periodsOf(period, lesson.length);
  const chosen: ChosenRooms = { rooms: [], clashes: [] };
  const inRoom = (roomId: number) =>
    span.flatMap((at) => board.at('room', roomId, weekday, at)).find((id) => !gone.has(id));
  const isShut = (roomId: number) => span.some((at) => board.isUnavailable('room', roomId, weekday, at) === 'never');
  const isChosen = (roomId: number) => chosen.rooms.some((one) => one.roomId === roomId);
  for (const part of set.parts) {
    if (part.roomId !== null) {
      const lessonId = inRoom(part.roomId);
      const name = board.names.room.get(part.roomId) ?? 'The room';
      if (lessonId !== undefined)
        chosen.clashes.push({
          ...{ kind: 'room', isHard: true, lessonId },
          words: `${name} is taken by ${board.wordsOf(board.lessons.get(lessonId)!)}.`,
        });
      else if (isChosen(part.roomId))
        chosen.clashes.push({ kind: 'room', isHard: true, words: `Two groups of this lesson want ${name}.` });
      else chosen.rooms.push({ partId: part.id, roomId: part.roomId });
      if (isShut(part.roomId))
        chosen.clashes.push({ kind: 'unavailable', isHard: true, words: `${name} is not available.` });
      continue;
    }
    // Where it was put by hand, or by the engine, it stays if it can.
    const had = lesson.rooms.find(({ partId }) => partId === part.id)?.roomId;
    const students = studentsOf(board, part.courses);
    const free = board.draft.rooms
      .filter(({ id, kind }) => (part.roomKind ? kind === part.roomKind : id === had))
      .filter(({ id }) => inRoom(id) === undefined && !isShut(id) && !isChosen(id))
      .toSorted((one, other) => fit(one, students, had) - fit(other, students, had) || one.id - other.id);
    const [best] = free;
    if (best) chosen.rooms.push({ partId: part.id, roomId: best.id });
    else if (part.roomKind)
      chosen.clashes.push({
        ...{ kind: 'room', isHard: true },
        words: `No room is free (${roomKinds[part.roomKind].toLowerCase()}).`,
      });
  }
  return chosen;
}

/** The smaller the better, of those with enough seats; the room it has before all others. */
function fit({ id, seats }: { id: number; seats: number | null }, students: number, had: number | undefined): number {
  if (id === had) return -1;
  if (seats === null) return 5000;
  return seats >= students ? seats : 10_000 + students - seats;
}

export const studentsOf = (board: Board, courses: { batchId: number }[]): number =>
  courses.reduce((sum, { batchId }) => sum + (board.draft.batches.find(({ id }) => id === batchId)?.students ?? 0), 0);

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
      ? [wish(`${board.names.teacher.get(id)} would have ${periods} periods that day (limit ${most}).`)]
      : [];
  });
  return [...twice, ...over];
}
