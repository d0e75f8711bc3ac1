import type { Draft, DraftLesson } from '../../draft/draft.ts';
import { weekdays } from '../../timetable.ts';
import { numberOf, valueOf, type FetPlace, type FetProblem } from '../format/fet-problem.ts';
import type { FetFile } from '../format/read-fet.ts';
import { Unreadable } from '../format/unreadable.ts';
import { lessonOfActivity } from '../problem/activity-id.ts';
import { namesById, periodOfHour } from '../problem/names.ts';
import type { Note, Placing, Placings } from './placing.ts';

const weekdayOf = new Map<string, number>(Object.entries(weekdays).map(([number, name]) => [name, Number(number)]));

/** What a file of FET says about where the lessons of a version go. */
export function placingsOf(draft: Draft, file: FetFile): Placings {
  const places = 'places' in file ? file.places : placesIn(file.problem);
  const lessons = new Map(draft.lessons.map((lesson) => [lesson.id, lesson]));
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
      words: `Activities in the file that are not lessons of this timetable any more: ${strangers}.`,
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
    if (room !== '' && roomId === undefined) say(`There is no room named ${room} any more.`);
    return part && roomId !== undefined ? [{ partId: part.id, roomId }] : [];
  });
  return { lessonId, weekday, period, rooms };
}
