/** What is marked of a student, with the letter of the printed register. */
export const markKinds = {
  present: { label: 'Present', letter: 'P' },
  late: { label: 'Late', letter: 'L' },
  absent: { label: 'Absent', letter: 'A' },
  sick: { label: 'Sick', letter: 'S' },
  excused: { label: 'Excused', letter: 'E' },
  suspended: { label: 'Suspended', letter: 'U' },
  excursion: { label: 'Excursion', letter: 'T' },
} as const;
export type MarkKind = keyof typeof markKinds;
export const markKindNames = Object.keys(markKinds) as [MarkKind, ...MarkKind[]];

/** Who is late or on an excursion attends; the other kinds do not. */
export const isAttended = (kind: MarkKind): boolean => kind === 'present' || kind === 'late' || kind === 'excursion';

export const longestRemark = 200;
export const mostMinutes = 600;

export const takingModes = {
  twice: 'Morning and afternoon',
  once: 'Once a day',
  lessons: 'In each lesson',
} as const;
export type TakingMode = keyof typeof takingModes;

/** The whole day, morning or afternoon; 10 and the period of a lesson. */
export const wholeDay = 0;
export const morning = 1;
export const afternoon = 2;
export const lessonSitting = (period: number): number => 10 + period;
export const isLesson = (sitting: number): boolean => sitting > 10;

export function sittingName(sitting: number): string {
  if (isLesson(sitting)) return `Period ${sitting - 10}`;
  return ['Whole day', 'Morning', 'Afternoon'][sitting] ?? 'Whole day';
}
