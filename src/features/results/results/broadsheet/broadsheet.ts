import type { System } from '#features/results/assessment/assessment.ts';
import { hasGrade } from '#features/results/assessment/compute/course-result.ts';
import type { CourseOfStudent, CourseStatistics } from '#features/results/assessment/compute/class-results.ts';
import { gpaText } from '#features/results/assessment/compute/fraction.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { ordinal, type Position } from '#features/results/assessment/compute/positions.ts';
import { listName } from '#ui/format.ts';
import type { ResultsOfClass } from '../term-results/members.queries.ts';
import type { CourseHead } from '../term-results/pinned-courses.queries.ts';
import {
  averageText,
  markText,
  notRankedLabels,
  resultStateLabels,
  totalText,
  type ShownState,
} from '../term-results/shown-results.ts';

export interface BroadsheetCell {
  /** The total, or the short form of the state. */
  total: string;
  grade: string | null;
  state: ShownState | null;
  passed: boolean | null;
}

export interface BroadsheetRow {
  studentId: number;
  name: string;
  number: string;
  /** By the order of the courses; null for a course that the student does not take. */
  cells: (BroadsheetCell | null)[];
  /** Of what is there: with a mark withheld or not entered, not the final ones. */
  sum: string | null;
  average: string | null;
  units: number;
  points: string | null;
  gpa: string | null;
  passed: number;
  counted: number;
  inBatch: string | null;
  inClass: string | null;
  notRanked: string | null;
}

export interface Broadsheet {
  system: System;
  ranksBatch: boolean;
  ranksClass: boolean;
  courses: CourseHead[];
  rows: BroadsheetRow[];
  /** Below the students, by course. */
  figures: { label: string; values: (string | null)[] }[];
  /** The states that occur, and whether somebody does not take a course. */
  states: ShownState[];
  hasGaps: boolean;
}

/** Students × courses of one batch, as they are shown: texts alone, rounded for display. */
export function broadsheetOf(found: ResultsOfClass, batchId: number): Broadsheet {
  const { scheme, members, results } = found;
  const own = members.flatMap((member, at) =>
    member.batchId === batchId ? [{ member, result: results.students[at]! }] : [],
  );
  const taken = new Set(own.flatMap(({ result }) => result.courses.map(({ course }) => course)));
  const courses = [...found.courses.values()].filter(({ id }) => taken.has(id));
  const rows = own.map(({ member, result: { courses: own, term, inBatch, inClass, notRanked } }): BroadsheetRow => {
    const byCourse = new Map(own.map((row) => [row.course, row]));
    return {
      studentId: member.id,
      name: listName(member),
      number: member.number,
      cells: courses.map(({ id }) => cellOf(byCourse.get(id))),
      sum: term.counted ? markText(term.sum) : null,
      average: averageText(term.average),
      units: term.units,
      points: term.units ? decimals(term.points) : null,
      gpa: term.gpa && gpaText(term.gpa, scheme?.gpaForm),
      passed: term.passed,
      counted: term.counted,
      inBatch: placeText(inBatch),
      inClass: placeText(inClass),
      notRanked: notRanked && notRankedLabels[notRanked],
    };
  });
  const statistics = results.ofBatches.get(batchId);
  const figure = (label: string, textOf: (of: CourseStatistics) => string | null) => ({
    label,
    values: courses.map(({ id }) => {
      const of = statistics?.get(id);
      return of ? textOf(of) : null;
    }),
  });
  const occurring = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.state ?? [])));
  return {
    system: scheme?.system ?? 'average',
    ranksBatch: scheme?.ranksBatch ?? false,
    ranksClass: scheme?.ranksClass ?? false,
    courses,
    rows,
    figures: [
      figure('Average', ({ average }) => averageText(average)),
      figure('Highest', ({ highest }) => highest && markText(highest)),
      figure('Lowest', ({ lowest }) => lowest && markText(lowest)),
    ],
    hasGaps: rows.some(({ cells }) => cells.includes(null)),
    states: (Object.keys(resultStateLabels) as ShownState[]).filter((state) => occurring.has(state)),
  };
}

function cellOf(row: CourseOfStudent | undefined): BroadsheetCell | null {
  if (!row) return null;
  const { status, grade, passed } = row.result;
  const state = status === 'complete' ? null : status;
  return { total: totalText(row.result), grade: hasGrade(status) ? grade : null, state, passed };
}

const placeText = (position: Position | null) => position && ordinal(position.position);
