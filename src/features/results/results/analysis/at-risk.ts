import { compare, fraction, mean, subtract, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { averageText } from '../term-results/shown-results.ts';
import type { AnalysisRow } from './analysis-rows.ts';

export interface RiskRule {
  /** Courses failed, from which on a student is at risk. */
  failing: number;
  /** Points by which the average fell since the last published term. */
  fell: number;
}

export interface AtRisk {
  studentId: number;
  student: string;
  number: string;
  batchId: number;
  failed: string[];
  average: string;
  before: string | null;
  /** Points lost since; null if it did not fall so far. */
  lost: string | null;
}

/** Students who fail several courses or fell since the last published term, those with most failed courses first. */
export function studentsAtRisk(
  rows: AnalysisRow[],
  { failing, fell }: RiskRule,
  before: ReadonlyMap<number, Fraction>,
): AtRisk[] {
  return [...Map.groupBy(rows, ({ studentId }) => studentId).values()]
    .flatMap((own): AtRisk[] => {
      const [{ studentId, student, number, batchId }] = own as [AnalysisRow];
      const failed = own.filter(({ passed }) => !passed).map(({ course }) => course);
      const average = mean(own.map(({ total }) => total))!;
      const last = before.get(studentId);
      const lost = last ? subtract(last, average) : null;
      const hasFallen = lost !== null && compare(lost, fraction(fell)) > 0;
      if (failed.length < failing && !hasFallen) return [];
      return [
        {
          studentId,
          student,
          number,
          batchId,
          failed,
          average: averageText(average)!,
          before: last ? averageText(last) : null,
          lost: hasFallen ? averageText(lost) : null,
        },
      ];
    })
    .toSorted((a, b) => b.failed.length - a.failed.length || a.student.localeCompare(b.student, 'en'));
}
