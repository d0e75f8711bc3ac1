import type { Bell } from '../draft/draft.ts';
import type { TimetableDay } from '../bells/bells-of-days.queries.ts';
import type { TaughtLesson } from '../timetable.queries.ts';
import { lessonInWords, type Viewer } from './day-lines.ts';

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

export const noWeek: ShownWeek = { days: [], patterns: [], lessons: [] };

/** The lessons of some days in words, without what the heading says: the teacher’s own name on a teacher’s page. */
export function shownWeek(week: { days: TimetableDay[]; lessons: TaughtLesson[] }, viewer: Viewer): ShownWeek {
  const patterns = [...new Set(week.days.map(({ bells }) => bells))];
  return {
    days: week.days.map(({ day, closed, note, bells }) => ({ day, closed, note, pattern: patterns.indexOf(bells) })),
    patterns,
    lessons: week.lessons.map((lesson) => ({
      day: lesson.day,
      partId: lesson.partId,
      lessonId: lesson.lessonId,
      period: lesson.period,
      length: lesson.length,
      ...lessonInWords(lesson, viewer),
    })),
  };
}
