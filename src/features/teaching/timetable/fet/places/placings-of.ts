import { type Draft, type DraftLesson, batchesOf, periodsOf, teachersOf, type DraftSet } from '../../draft/draft.ts';
import { weekdays, weekdayName } from '../../timetable.ts';
import { numberOf, valueOf, type FetPlace, type FetProblem } from '../format/fet-problem.ts';
import type { FetFile } from '../format/read-fet.ts';
import { Unreadable } from '../format/read-xml.ts';
import { lessonInFet, lessonOfActivity } from '../problem/rule-constraints.ts';
import { namesById, periodOfHour } from '../problem/terms.ts';
import type { Place } from '../../placing/place-lesson.ts';

const weekdayOf = new Map<string, number>(Object.entries(weekdays).map(([number, name]) => [name, Number(number)]));

/** What a file of FET says about where the lessons of a version go. */
export function placingsOf(draft: Draft, file: FetFile): { placings: Placing[]; notes: Note[] } {
  const places = 'places' in file ? file.places : placesIn(file.problem);
  const lessons = new Map(draft.lessons.map((lesson) => [lessonInFet(lesson.id), lesson]));
  const known = places.filter(({ id }) => lessons.has(lessonOfActivity(id).lessonId));
  if (known.length === 0)
    throw new Unreadable(
      'None of the activities in this file is a lesson of this timetable. Choose the result of the file that you exported from it.',
    );
  const byLesson = Map.groupBy(known, ({ id }) => lessonOfActivity(id).lessonId);
  const notes: Note[] = [];
  const strangers = places.length - known.length;
  if (strangers > 0)
    notes.push({
      words: `Activities in the file that are no longer lessons of this timetable: ${strangers}.`,
      lessonIds: [],
    });
  const placings = [...byLesson].map(([id, parts]) => placingOf(draft, lessons.get(id)!, parts, notes));
  return { placings, notes };
}

/** In a .fet file with a timetable, places are constraints; FET writes them last. */
function placesIn({ time, space, activities }: FetProblem): FetPlace[] {
  const rooms = new Map(
    space.flatMap((one) =>
      one.kind === 'ConstraintActivityPreferredRoom' && one.isActive
        ? [[numberOf(one, 'Activity_Id'), valueOf(one, 'Room')] as const]
        : [],
    ),
  );
  const times = new Map(
    time.flatMap((one) =>
      one.kind === 'ConstraintActivityPreferredStartingTime' && one.isActive && one.weight === 100
        ? [[numberOf(one, 'Activity_Id'), one] as const]
        : [],
    ),
  );
  if (times.size === 0)
    throw new Unreadable(
      'This .fet file has no timetable in it. In FET, generate the timetable first, then choose the …_data_and_timetable.fet or the …_activities.xml that FET wrote.',
    );
  return activities.map(({ id }) => {
    const at = times.get(id);
    return {
      id,
      day: at ? valueOf(at, 'Preferred_Day', 'Day') : '',
      hour: at ? valueOf(at, 'Preferred_Hour', 'Hour') : '',
      room: rooms.get(id) ?? '',
    };
  });
}

function placingOf(draft: Draft, { id: lessonId, setId }: DraftLesson, places: FetPlace[], notes: Note[]): Placing {
  const nowhere: Placing = { lessonId, weekday: null, period: null, rooms: [] };
  const { day, hour } = places[0]!;
  if (day === '' || hour === '') return nowhere;
  const say = (words: string) => void notes.push({ words, lessonIds: [lessonId] });
  if (places.some((place) => place.day !== day || place.hour !== hour)) {
    say('Its groups are at different times in the file, so it is not placed.');
    return nowhere;
  }
  const weekday = weekdayOf.get(day);
  const period = periodOfHour(hour);
  if (weekday === undefined || period === 0) {
    say(`The file puts it on “${day}”, “${hour}”, which this timetable does not have.`);
    return nowhere;
  }
  const { parts } = draft.sets.find((set) => set.id === setId)!;
  const roomIds = new Map([...namesById(draft.rooms)].map(([roomId, name]) => [name, roomId]));
  const rooms = places.flatMap(({ id, room }) => {
    const part = parts[lessonOfActivity(id).part];
    const roomId = roomIds.get(room);
    if (room !== '' && roomId === undefined) say(`There is no longer a room named ${room}.`);
    return part && roomId !== undefined ? [{ partId: part.id, roomId }] : [];
  });
  return { lessonId, weekday, period, rooms };
}

/** Where a result puts a lesson; without a weekday it found no place. */
export interface Placing {
  lessonId: number;
  weekday: number | null;
  period: number | null;
  rooms: { partId: number; roomId: number }[];
}

/** What is said about a result: about lessons, or in general. */
export interface Note {
  words: string;
  lessonIds: number[];
}

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
    const name = names.get(key.split(' ', 2).join(' ')) ?? 'Someone';
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
