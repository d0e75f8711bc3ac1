import type { Degree, PeriodKind, RoomKind } from '../timetable.ts';

export type RelationKind =
  | 'neverTogether'
  | 'startTogether'
  | 'sameDay'
  | 'daysApart'
  | 'inOrder'
  | 'oneAfterOther'
  | 'sideBySide';

/** What a rule wants of lessons of several sets. */
export interface Relation {
  kind: RelationKind;
  number: number | null;
  /** In the order of the rule. */
  setIds: number[];
}

/** A whole version as the grid, the engine and the check list see it: plain data, the same on both sides. */
export interface Draft {
  days: DraftDay[];
  batches: { id: number; name: string; students: number }[];
  courses: { id: number; code: string; title: string }[];
  teachers: { id: number; name: string; short: string }[];
  rooms: { id: number; name: string; kind: RoomKind; seats: number | null }[];
  sets: DraftSet[];
  lessons: DraftLesson[];
  unavailable: Unavailable[];
  limits: { teacherId: number; mostADay: number | null; mostAWeek: number | null }[];
  /** How many students of a batch take both of two courses, where that can matter. */
  shared: { batchId: number; courseId: number; otherId: number; students: number }[];
  /** Rules in force that relate lessons of several sets. */
  relations: Relation[];
}

export interface DraftDay {
  /** ISO: 1 is Monday. */
  weekday: number;
  patternId: number;
  pattern: string;
  bells: Bell[];
}

export interface Bell {
  kind: PeriodKind;
  /** Counts those in which lessons are taught. */
  period: number | null;
  name: string;
  /** 'HH:MM'. */
  startsAt: string;
  endsAt: string;
}

/** What is taught together: one part for a usual lesson, several for electives in a parallel block. */
export interface DraftSet {
  id: number;
  name: string | null;
  parts: DraftPart[];
}

export interface DraftPart {
  id: number;
  /** Several batches are combined. A carry-over does not take the time of its whole batch. */
  courses: { batchId: number; courseId: number; isCarryOver: boolean }[];
  teacherIds: number[];
  /** Where it is best taught: one room, or any of a kind. */
  roomId: number | null;
  roomKind: RoomKind | null;
}

export interface DraftLesson {
  id: number;
  setId: number;
  length: number;
  /** Null while it is in the tray. */
  weekday: number | null;
  period: number | null;
  isLocked: boolean;
  rooms: { partId: number; roomId: number }[];
}

export type ResourceKind = 'teacher' | 'batch' | 'room';

export interface Unavailable {
  of: ResourceKind;
  id: number;
  weekday: number;
  period: number;
  degree: Degree;
}

/** The batches whose time a set takes. */
export const batchesOf = (set: DraftSet): number[] => [
  ...new Set(set.parts.flatMap(({ courses }) => courses.flatMap((one) => (one.isCarryOver ? [] : one.batchId)))),
];

export const teachersOf = (set: DraftSet): number[] => [...new Set(set.parts.flatMap(({ teacherIds }) => teacherIds))];

export const periodsOf = (first: number, length: number): number[] => Array.from({ length }, (_, at) => first + at);

/** How many periods for lessons a day has. */
export const lastPeriod = (day: DraftDay): number => Math.max(0, ...day.bells.map(({ period }) => period ?? 0));
