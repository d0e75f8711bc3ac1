import type { BellsOfDay } from '../bells/bells-of-days.queries.ts';
import type { TaughtLesson } from '../timetable.queries.ts';

/** A line of a day: a lesson, a break, or a free period between lessons. */
export interface DayLine {
  startsAt: string;
  endsAt: string;
  /** 'Long break', 'Period 3'. */
  name: string;
  isPause: boolean;
  lessons: TaughtLesson[];
  isNow: boolean;
}

/**
 * What a day looks like, from its first lesson to its last: breaks and free periods stand between. `now` is the time of
 * day if it is today.
 */
export function dayLines(day: string, lessons: TaughtLesson[], days: BellsOfDay[], now: string | null): DayLine[] {
  const bells = days.find((one) => one.day === day)?.bells ?? [];
  const own = lessons.filter((lesson) => lesson.day === day);
  const lines: DayLine[] = [];
  for (const bell of bells) {
    const inside = own.filter(
      ({ period, length }) => bell.period !== null && period <= bell.period && bell.period < period + length,
    );
    // A double lesson is one line.
    if (inside.length > 0 && inside.every(({ period }) => period !== bell.period)) continue;
    const endsAt =
      inside
        .map((lesson) => lesson.endsAt)
        .toSorted()
        .at(-1) ?? bell.endsAt;
    const isNow = now !== null && bell.startsAt <= now && now < endsAt;
    lines.push({
      ...{ startsAt: bell.startsAt, endsAt, name: bell.name },
      isPause: bell.kind !== 'lesson',
      lessons: inside,
      isNow,
    });
  }
  const taught = lines.map(({ lessons: inside }) => inside.length > 0);
  const last = taught.lastIndexOf(true);
  return lines.slice(Math.max(0, taught.indexOf(true)), last + 1);
}

export type Viewer = 'employee' | 'student' | 'batch' | 'room';

/** What a lesson is, for whose timetable it is: the subject, and what is not said already. */
export function lessonInWords(lesson: TaughtLesson, viewer: Viewer): { title: string; about: string } {
  const titles = [...new Set(lesson.courses.map(({ title }) => title))].join(' / ');
  const batches = [...new Set(lesson.courses.map(({ batch }) => batch))].join(' + ');
  const teachers = lesson.teachers.map(({ name }) => name).join(', ');
  const about = [
    viewer === 'batch' || viewer === 'student' ? '' : batches,
    viewer === 'employee' ? '' : teachers,
    viewer === 'room' ? '' : (lesson.room ?? ''),
  ];
  return { title: titles, about: about.filter(Boolean).join(' · ') };
}
