import type { PersonRecord, Twin, TwinFinder } from '#features/people/imports/engine/field.ts';

/** A row of a file with results of past years: a course of a student in a term. */
export interface PastRow extends PersonRecord {
  admissionNumber: string;
  name: string | null;
  session: string;
  year: number;
  term: string;
  position: number;
  className: string | null;
  code: string;
  title: string;
  units: number | null;
  /** In hundredths, like points and average. */
  total: number | null;
  grade: string | null;
  points: number | null;
  scale: string | null;
  average: number | null;
  rank: number | null;
  rankOf: number | null;
}

const termKey = ({ admissionNumber, year, position }: PastRow): string => `${admissionNumber} ${year} ${position}`;

/** What all rows of a term must agree on. */
const shared = {
  term: 'another term',
  className: 'another class',
  average: 'another average',
  rank: 'another position',
  rankOf: 'another number in class',
} as const;

/** Finds the same course twice in a term, and rows of a term that disagree about it. */
export function pastTwins(): TwinFinder {
  const courses = new Map<string, number>();
  const terms = new Map<string, { row: number; first: PastRow }>();
  return {
    leaders: new Map(),
    merged: new Map(),
    meet(row, record) {
      const past = record as PastRow;
      const key = termKey(past);
      const course = `${key} ${past.code}`;
      const sameCourse = courses.get(course);
      if (sameCourse === undefined) courses.set(course, row);
      const known = terms.get(key);
      if (!known) terms.set(key, { row, first: past });
      const twins: Twin[] = [];
      if (sameCourse !== undefined)
        twins.push({
          field: 'code',
          row,
          first: sameCourse,
          message: `Rows ${sameCourse} and ${row} have the same course, ${past.code}, in the same term.`,
        });
      for (const [field, words] of Object.entries(shared))
        if (known && known.first[field] !== past[field])
          twins.push({
            field,
            row,
            first: known.row,
            message: `Rows ${known.row} and ${row} are of the same term, but row ${row} has ${words}.`,
          });
      if (known && (known.first.units === null) !== (past.units === null))
        twins.push({
          field: 'units',
          row,
          first: known.row,
          message: `Rows ${known.row} and ${row} are of the same term. Give the units of all its courses, or of none.`,
        });
      return twins;
    },
  };
}
