import { formatTime } from '#kernel/dates.ts';
import { listed } from '#kernel/messages/announce.ts';

/** A lesson of which somebody must be told. */
export interface ToldLesson {
  courses: string;
  batches: string;
  /** 'HH:MM'. */
  startsAt: string;
  room: string | null;
  absent: string;
  substitute: string | null;
}

const lessonName = ({ batches, courses, startsAt }: ToldLesson): string =>
  `${batches} ${courses} ${formatTime(startsAt)}`;
const withRoom = (lesson: ToldLesson): string => lessonName(lesson) + (lesson.room ? ` in ${lesson.room}` : '');

/** 'cover JSS 2 A Mathematics 08:40 am in Room 3 for Bola Ade and no longer cover JSS 3 B Physics 10:20 am'. */
export function substituteWords(added: readonly ToldLesson[], removed: readonly ToldLesson[]): string {
  const forWhom = [...Map.groupBy(added, ({ absent }) => absent)].map(
    ([absent, lessons]) => `${listed(lessons.map(withRoom))} for ${absent}`,
  );
  return [
    ...(added.length > 0 ? [`cover ${forWhom.join(', ')}`] : []),
    ...(removed.length > 0 ? [`no longer cover ${listed(removed.map(lessonName))}`] : []),
  ].join(' and ');
}

/** 'JSS 2 A Mathematics 08:40 am covered by Musa Bello, JSS 3 B Physics 10:20 am no longer covered'. */
export const absentWords = (changed: readonly ToldLesson[]): string =>
  [...Map.groupBy(changed, ({ substitute }) => substitute)]
    .map(
      ([substitute, lessons]) =>
        `${listed(lessons.map(lessonName))} ${substitute === null ? 'no longer covered' : `covered by ${substitute}`}`,
    )
    .join(', ');
