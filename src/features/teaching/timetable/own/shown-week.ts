import type { TimetableDay } from '../bells/bells-of-days.queries.ts';
import { lessonInWords, type Viewer, type ShownWeek } from './day-lines.ts';
import type { TaughtLesson } from '../lessons-by-day.ts';

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
