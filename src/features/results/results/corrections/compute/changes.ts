import type { Entry } from '#features/results/assessment/compute/types.ts';

/** A mark of a published result; null is not entered. */
export interface CorrectedCell {
  studentId: number;
  courseId: number;
  component: string;
  was: Entry | null;
  entry: Entry | null;
}

/** A note of a published report card; empty is not entered. In remarks the student’s own names are places. */
export interface CorrectedNote {
  studentId: number;
  field: string;
  was: string;
  entry: string;
}

/** A course that is missing from a published result, with its marks among the cells, or one that is there by mistake. */
export interface CorrectedCourse {
  studentId: number;
  courseId: number;
  change: 'added' | 'removed';
}

/** All that a correction changes in the results of a sheet. */
export interface Changes {
  cells: readonly CorrectedCell[];
  courses: readonly CorrectedCourse[];
  notes: readonly CorrectedNote[];
  /** Of results that are added: positions and class figures of everybody else stay as published. */
  keepsFigures?: boolean;
}

export const studentsOf = (rows: readonly { studentId: number }[]): number[] => [
  ...new Set(rows.map(({ studentId }) => studentId)),
];

export const studentsIn = ({ cells, courses, notes }: Changes): number[] =>
  studentsOf([...cells, ...courses, ...notes]);

/** Of one student. */
export function changesOf({ cells, courses, notes }: Changes, studentId: number): Changes {
  const isOwn = (row: { studentId: number }) => row.studentId === studentId;
  return { cells: cells.filter(isOwn), courses: courses.filter(isOwn), notes: notes.filter(isOwn) };
}

/** How much is changed; marks of an added course belong to it. */
export interface ChangeCounts {
  marks: number;
  courses: number;
  notes: number;
}

export function countsOf({ cells, courses, notes }: Changes): ChangeCounts {
  const added = new Set(courses.map(({ studentId, courseId }) => `${studentId} ${courseId}`));
  const marks = cells.filter(({ studentId, courseId }) => !added.has(`${studentId} ${courseId}`)).length;
  return { marks, courses: courses.length, notes: notes.length };
}
