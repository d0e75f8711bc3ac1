import { lastPeriod, type Draft, type DraftLesson, type DraftPart } from '../../draft/draft.ts';
import type { Slot } from './constraint.ts';
import { namesById, uniqueNames } from './names.ts';
import { studentSets, type ClassOfBatch, type StudentSets } from './students.ts';

/** What constraints are made from. */
export interface Terms {
  draft: Draft;
  students: StudentSets;
  teachers: Map<number, string>;
  rooms: Map<number, string>;
  subjectOf(part: DraftPart): string;
  /** All periods of the week. */
  slots: Slot[];
  unsaid: Set<string>;
}

export function termsOf(draft: Draft, classes: readonly ClassOfBatch[]): Terms {
  const courses = new Map(draft.courses.map(({ id, title }) => [id, title]));
  const unique = uniqueNames();
  return {
    draft,
    students: studentSets(draft, classes),
    teachers: namesById(draft.teachers),
    rooms: namesById(draft.rooms, unique),
    subjectOf: ({ courses: taught }) =>
      [...new Set(taught.map(({ courseId }) => courses.get(courseId) ?? 'Lesson'))].join(' / ') || 'Lesson',
    slots: draft.days.flatMap((day) =>
      Array.from({ length: lastPeriod(day) }, (_, at) => ({ weekday: day.weekday, period: at + 1 })),
    ),
    unsaid: new Set(),
  };
}

export const lessonsBySet = (draft: Draft) => Map.groupBy(draft.lessons, ({ setId }) => setId);

export const isPlacedForGood = ({ isLocked, weekday, period }: DraftLesson) =>
  isLocked && weekday !== null && period !== null;
