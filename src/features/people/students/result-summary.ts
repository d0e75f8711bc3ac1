/** Where a student stands by the latest published results, rounded for display. The results feature answers. */
export interface ResultFigures {
  session: string;
  term: string;
  system: 'average' | 'gpa';
  average: string | null;
  cumulative: string | null;
  cgpa: string | null;
  position: number | null;
  positionOf: number | null;
  designation: string | null;
}

/** Held back from the family by a debt. */
export type ResultSummary = ResultFigures | { isWithheld: true };

/** The columns of the list of students that results fill. */
export const resultColumns = {
  cgpa: 'CGPA',
  average: 'Average',
  cumulative: 'Cumulative',
  position: 'Position',
  promotion: 'Promotion',
  designation: 'Class designation',
} as const;
export type ResultColumn = keyof typeof resultColumns;
