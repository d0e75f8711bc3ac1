import { weekdayName } from '../timetable.ts';
import {
  batchesOf,
  periodsOf,
  teachersOf,
  type Draft,
  type DraftLesson,
  type DraftSet,
  type ResourceKind,
  type Relation,
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
  readonly #idsOfSet: ReadonlyMap<number, number[]>;
  readonly #relations = new Map<number, Relation[]>();

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
    this.#idsOfSet = new Map(
      [...Map.groupBy(draft.lessons, ({ setId }) => setId)].map(([setId, all]) => [setId, all.map(({ id }) => id)]),
    );
    for (const relation of draft.relations)
      for (const id of relation.setIds) this.#relations.set(id, [...this.relationsOf(id), relation]);
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

  lessonsOf(setId: number): DraftLesson[] {
    return (this.#idsOfSet.get(setId) ?? []).flatMap((id) => this.lessons.get(id) ?? []);
  }

  /** Rules that relate the lessons of a set with others. */
  relationsOf(setId: number): readonly Relation[] {
    return this.#relations.get(setId) ?? [];
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
  wordsOf({ setId }: Pick<DraftLesson, 'setId'>): string {
    const set = this.sets.get(setId)!;
    const batches = batchesOf(set).map((id) => this.names.batch.get(id));
    return [this.titleOf(set), batches.join(' + ')].filter(Boolean).join(', ');
  }
}

/** 'Monday, period 3'. */
export const placeText = (weekday: number, period: number): string => `${weekdayName(weekday)}, period ${period}`;
