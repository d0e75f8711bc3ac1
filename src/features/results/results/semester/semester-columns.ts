import type { SemesterRow } from './semester-sheet.ts';

interface SemesterColumn {
  group: 'Current' | 'Previous' | 'Cumulative';
  label: string;
  textOf: (row: SemesterRow) => string | null;
}

const groupOf = (
  group: SemesterColumn['group'],
  key: 'current' | 'previous' | 'cumulative',
  value: string,
): SemesterColumn[] => [
  { group, label: 'Units', textOf: (row) => String(row[key].units) },
  { group, label: 'Points', textOf: (row) => row[key].points },
  { group, label: value, textOf: (row) => row[key].value },
];

/** What follows the courses: the term, the terms before, and all together. */
export const semesterColumns: SemesterColumn[] = [
  ...groupOf('Current', 'current', 'GPA'),
  ...groupOf('Previous', 'previous', 'CGPA'),
  ...groupOf('Cumulative', 'cumulative', 'CGPA'),
];
