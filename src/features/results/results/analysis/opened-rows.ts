import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { compare, mean, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { averageText, markText } from '../term-results/shown-results.ts';
import type { Offering } from './analysis.queries.ts';
import { isWanted, type AnalysisRow } from './analysis-rows.ts';
import { groupings, type Grouping } from './figures.ts';
import type { PublishedMean } from './trend.ts';

const number = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).catch(usual);

export const AnalysisQuery = z.object({
  ...viewFields,
  term: queryParam(id),
  class_id: queryParam(id),
  batch_id: queryParam(id),
  course_id: queryParam(id),
  employee_id: queryParam(z.union([z.literal('none'), id])),
  gender: z.enum(['female', 'male', 'none']).optional().catch(undefined),
  grade: z.string().max(10).optional().catch(undefined),
  outcome: z.enum(['passed', 'failed']).optional().catch(undefined),
  /** The rows of a figure: results, or the students who have them; those with the most or the least; of an earlier term. */
  rows: z.enum(['results', 'students']).optional().catch(undefined),
  extreme: z.enum(['highest', 'lowest']).optional().catch(undefined),
  point: queryParam(id),
  by: z.enum(Object.keys(groupings) as [Grouping, ...Grouping[]]).catch('course'),
  failing: number(30, 3),
  fell: number(100, 10),
});
export type AnalysisQuery = z.output<typeof AnalysisQuery>;

const shownRows = 500;

interface OpenedStudent {
  studentId: number;
  student: string;
  number: string;
  batch: string;
}
export interface OpenedResult extends OpenedStudent {
  id: string;
  course: string;
  total: string;
  grade: string | null;
}
export interface OpenedMean extends OpenedStudent {
  id: string;
  mean: string;
  /** Null for an earlier term. */
  results: number | null;
  passed: number | null;
}

/** What a figure opened: results, or students with their means. `more` rows are not shown. */
export type Opened = { more: number } & (
  | { of: 'results'; rows: OpenedResult[] }
  | { of: 'students'; rows: OpenedMean[]; term: string | null }
);

interface Seen {
  rows: AnalysisRow[];
  means: PublishedMean[];
  offerings: Offering[];
}

/** The rows of the figure in the address; null if it names none. The rows given are those that the actor may see. */
export function openedRows({ rows, means, offerings }: Seen, query: AnalysisQuery): Opened | null {
  const names = new Map(offerings.map(({ batchId, batch }) => [batchId, batch]));
  const studentOf = ({ studentId, student, number, batchId }: AnalysisRow): OpenedStudent => ({
    studentId,
    student,
    number,
    batch: names.get(batchId) ?? '',
  });
  const byStudent = Map.groupBy(rows, ({ studentId }) => studentId);
  if (query.point !== undefined) {
    const then = means.filter(({ termId }) => termId === query.point);
    const found = then.flatMap(({ studentId, mean: own }) => {
      const row = byStudent.get(studentId)?.[0];
      return row ? [{ own, id: String(studentId), ...studentOf(row), results: null, passed: null }] : [];
    });
    return { of: 'students', term: then[0] ? `${then[0].term}, ${then[0].session}` : null, ...shown(found) };
  }
  if (query.rows === 'students') {
    const found = [...byStudent].map(([id, all]) => ({
      own: mean(all.map(({ total }) => total))!,
      id: String(id),
      ...studentOf(all[0]!),
      results: all.length,
      passed: all.filter(({ passed }) => passed).length,
    }));
    return { of: 'students', term: null, ...shown(found) };
  }
  if (!hasResults(query)) return null;
  const wanted = rows.filter(isWanted(query)).filter(isExtreme(rows, query.extreme));
  return {
    of: 'results',
    more: Math.max(0, wanted.length - shownRows),
    rows: wanted.slice(0, shownRows).map((row) => ({
      id: `${row.studentId} ${row.courseId}`,
      ...studentOf(row),
      course: row.course,
      total: markText(row.total),
      grade: row.grade,
    })),
  };
}

const hasResults = ({ rows, grade, outcome, extreme, course_id: course }: AnalysisQuery) =>
  rows === 'results' || [grade, outcome, extreme, course].some((value) => value !== undefined);

/** Whether a total is the highest, or the lowest, of all. */
function isExtreme(rows: AnalysisRow[], extreme: AnalysisQuery['extreme']) {
  if (!extreme || rows.length === 0) return () => true;
  const sign = extreme === 'highest' ? 1 : -1;
  const end = rows.map(({ total }) => total).reduce((a, b) => (sign * compare(a, b) >= 0 ? a : b));
  return ({ total }: AnalysisRow) => compare(total, end) === 0;
}

/** The highest means first. */
const shown = <Row extends OpenedStudent>(found: (Row & { own: Fraction })[]) => ({
  more: Math.max(0, found.length - shownRows),
  rows: found
    .toSorted((a, b) => compare(b.own, a.own) || a.student.localeCompare(b.student, 'en'))
    .slice(0, shownRows)
    .map(({ own, ...row }) => ({ ...row, mean: averageText(own)! })),
});
