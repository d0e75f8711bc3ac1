import type { Place } from '../../placing/write-places.ts';
import { batchesOf, periodsOf, teachersOf, type Draft, type DraftLesson, type DraftSet } from '../../draft/draft.ts';
import { weekdayName } from '../../timetable.ts';
import type { Placing } from './placing.ts';

export interface Fit {
  /** What would be written: new places, and back to the tray. */
  places: Place[];
  placed: number;
  /** Lessons that a result has a place for, and why they cannot go there. */
  refused: { lessonId: number; words: string }[];
  /** Lessons for which the result has none. */
  unplaced: number[];
  /** Locked lessons, and lessons that were added since: they stay where they are. */
  kept: number;
}

/**
 * How a result fits a version as it is now. Locked lessons and lessons that the result does not know stay and come first;
 * of the others, each goes to its place unless somebody is not free there any more.
 */
export function fitPlaces(draft: Draft, placings: readonly Placing[]): Fit {
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  const lessons = new Map(draft.lessons.map((lesson) => [lesson.id, lesson]));
  const moving = placings.filter(({ lessonId }) => lessons.get(lessonId)?.isLocked === false);
  const isMoving = new Set(moving.map(({ lessonId }) => lessonId));
  const taken = new Map<string, number>();
  const take = (lesson: DraftLesson, weekday: number, period: number, rooms: Placing['rooms']) => {
    for (const key of keysOf(sets.get(lesson.setId)!, lesson.length, weekday, period, rooms)) taken.set(key, lesson.id);
  };
  const stays = draft.lessons.filter(({ id, weekday }) => weekday !== null && !isMoving.has(id));
  for (const lesson of stays) take(lesson, lesson.weekday!, lesson.period!, lesson.rooms);
  const fit: Fit = { places: [], placed: 0, refused: [], unplaced: [], kept: stays.length };
  const check = checker(draft, taken);
  for (const { lessonId, weekday, period, rooms } of moving) {
    const lesson = lessons.get(lessonId)!;
    const words = weekday === null || period === null ? undefined : check(lesson, weekday, period, rooms);
    if (weekday === null || period === null) fit.unplaced.push(lessonId);
    if (words) fit.refused.push({ lessonId, words });
    if (weekday === null || period === null || words) {
      fit.places.push({ lessonId, weekday: null, period: null, rooms: [] });
      continue;
    }
    take(lesson, weekday, period, rooms);
    fit.places.push({ lessonId, weekday, period, rooms });
    fit.placed++;
  }
  return fit;
}

function keysOf(set: DraftSet, length: number, weekday: number, period: number, rooms: Placing['rooms']): string[] {
  const who = [
    ...batchesOf(set).map((id) => `batch ${id}`),
    ...teachersOf(set).map((id) => `teacher ${id}`),
    ...rooms.map(({ roomId }) => `room ${roomId}`),
  ];
  return periodsOf(period, length).flatMap((at) => who.map((one) => `${one} ${weekday} ${at}`));
}

function checker(draft: Draft, taken: ReadonlyMap<string, number>) {
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  const lessons = new Map(draft.lessons.map((lesson) => [lesson.id, lesson]));
  const named = (rows: readonly { id: number; name: string }[], of: string) =>
    rows.map(({ id, name }) => [`${of} ${id}`, name] as const);
  const names = new Map<string, string>([
    ...named(draft.batches, 'batch'),
    ...named(draft.teachers, 'teacher'),
    ...named(draft.rooms, 'room'),
  ]);
  const titles = new Map(draft.courses.map(({ id, title }) => [id, title]));
  const titleOf = ({ name, parts }: DraftSet) =>
    name ?? titles.get(parts[0]?.courses[0]?.courseId ?? 0) ?? 'another lesson';
  const never = new Set(
    draft.unavailable.flatMap(({ of, id, weekday, period, degree }) =>
      degree === 'never' ? `${of} ${id} ${weekday} ${period}` : [],
    ),
  );
  return (lesson: DraftLesson, weekday: number, period: number, rooms: Placing['rooms']): string | undefined => {
    const bells = bellsAgainst(draft, lesson.length, weekday, period);
    if (bells) return bells;
    const keys = keysOf(sets.get(lesson.setId)!, lesson.length, weekday, period, rooms);
    const key = keys.find((one) => taken.has(one) || never.has(one));
    if (!key) return undefined;
    const name = names.get(key.split(' ', 2).join(' ')) ?? 'Somebody';
    const other = taken.get(key);
    const when = `on ${weekdayName(weekday)} in period ${key.split(' ').at(-1)}`;
    if (other === undefined) return `${name} is not available ${when}.`;
    const there = titleOf(sets.get(lessons.get(other)!.setId)!);
    return `${name} has ${there} ${when}.`;
  };
}

function bellsAgainst({ days }: Draft, length: number, weekday: number, period: number): string | undefined {
  const day = days.find((one) => one.weekday === weekday);
  if (!day) return `There are no lessons on ${weekdayName(weekday)}.`;
  const first = day.bells.findIndex((bell) => bell.period === period);
  if (first < 0) return `${weekdayName(weekday)} has no period ${period}.`;
  const span = day.bells.slice(first, first + length);
  if (span.length < length) return 'The day ends before it does.';
  const pause = span.find(({ kind }) => kind !== 'lesson');
  return pause ? `${pause.name} comes between its periods.` : undefined;
}
