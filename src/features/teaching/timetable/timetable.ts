/** Values that the server and the pages share: what the columns of the tables may hold. */
export const roomKinds = {
  classroom: 'Classroom',
  laboratory: 'Laboratory',
  workshop: 'Workshop',
  hall: 'Hall',
  library: 'Library',
  field: 'Sports field',
  other: 'Other',
} as const;
export type RoomKind = keyof typeof roomKinds;

export const periodKinds = { lesson: 'Lesson', break: 'Break', assembly: 'Assembly', other: 'Other' } as const;
export type PeriodKind = keyof typeof periodKinds;

/** By ISO number. */
export const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;
export const weekdayName = (weekday: number): string => weekdays[weekday as keyof typeof weekdays];

/** Whether somebody cannot be there, or would rather not. */
export type Degree = 'never' | 'avoid';

/** 'single', 'double', 'triple', and a number beyond. */
export const lengthText = (length: number): string =>
  ({ 1: 'single', 2: 'double', 3: 'triple' })[length] ?? `${length} periods`;
