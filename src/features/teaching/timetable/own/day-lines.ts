import type { TimetableDay } from '../bells/bells.ts';
import type { Bell } from '../draft/draft.ts';
import type { TaughtLesson } from '../timetable.queries.ts';

/** A lesson in words, on a page or on paper. */
export interface ShownLesson {
  day: string;
  /** Unique on its day. */
  partId: number;
  lessonId: number;
  period: number;
  length: number;
  title: string;
  about: string;
}

export interface ShownDay extends Pick<TimetableDay, 'day' | 'closed' | 'note'> {
  /** The place of its bells in `patterns`. */
  pattern: number;
}

export interface ShownWeek {
  days: ShownDay[];
  /** Different bells; most days have the same. */
  patterns: Bell[][];
  lessons: ShownLesson[];
}

/** A line of a day: a lesson, a break, or a free period between lessons. */
interface DayLine {
  startsAt: string;
  endsAt: string;
  /** 'Long break', 'Period 3'. */
  name: string;
  isPause: boolean;
  lessons: ShownLesson[];
  isNow: boolean;
}

/**
 * What a day looks like, from its first lesson to its last: breaks and free periods stand between. `now` is the time of
 * day if it is today.
 */
export function dayLines(day: string, { days, patterns, lessons }: ShownWeek, now: string | null): DayLine[] {
  const found = days.find((one) => one.day === day);
  if (!found) return [];
  const bells = patterns[found.pattern]!;
  const own = lessons.filter((lesson) => lesson.day === day);
  const lines: DayLine[] = [];
  for (const bell of bells) {
    const inside = own.filter(
      ({ period, length }) => bell.period !== null && period <= bell.period && bell.period < period + length,
    );
    // A double lesson is one line.
    if (inside.length > 0 && inside.every(({ period }) => period !== bell.period)) continue;
    const last = Math.max(...inside.map(({ period, length }) => period + length - 1));
    const endsAt = bells.find(({ period }) => period === last)?.endsAt ?? bell.endsAt;
    const isNow = now !== null && bell.startsAt <= now && now < endsAt;
    lines.push({
      startsAt: bell.startsAt,
      endsAt,
      name: bell.name,
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
export function lessonText(lesson: TaughtLesson, viewer: Viewer): { title: string; about: string } {
  const titles = [...new Set(lesson.courses.map(({ title }) => title))].join(' / ');
  const batches = [...new Set(lesson.courses.map(({ batch }) => batch))].join(' + ');
  const teachers = lesson.teachers
    .map(({ name, isSubstitute }) => (isSubstitute ? `${name} (cover)` : name))
    .join(', ');
  const about = [
    viewer === 'batch' || viewer === 'student' ? '' : batches,
    viewer === 'employee' ? coverOf(lesson) : teachers,
    viewer === 'room' ? '' : (lesson.room ?? ''),
  ];
  return { title: titles, about: about.filter(Boolean).join(' · ') };
}

/** Teachers know their own name, but not that they stand in for somebody. */
const coverOf = ({ teachers }: TaughtLesson) => (teachers.some(({ isSubstitute }) => isSubstitute) ? 'Cover' : '');
