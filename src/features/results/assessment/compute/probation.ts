import { isWithin, type Fraction } from './fraction.ts';

export interface ProbationRule {
  /** Hundredths of a grade point: a CGPA below it is probation. */
  readonly below: number;
  /** With so many periods below the line in a row the last one is withdrawal. Null: never. */
  readonly withdrawalAfter: number | null;
  /** Few points are good: a CGPA above the line is probation. */
  readonly isAbove?: boolean;
}

export type AcademicStanding = 'good' | 'probation' | 'withdrawal';

/**
 * The academic standing at the end of each period (terms or sessions, as the rule of the program says) by the exact CGPA
 * reached. A period without a CGPA has none and neither breaks nor lengthens a row. Example: McPherson University,
 * "Academic Regulations of Course System": below 1.50 probation, two in a row withdrawal.
 */
export function academicStandings(
  cgpas: readonly (Fraction | null)[],
  rule: ProbationRule,
): (AcademicStanding | null)[] {
  let inARow = 0;
  return cgpas.map((value) => {
    if (!value) return null;
    inARow = isWithin(value, rule.below, rule.isAbove) ? 0 : inARow + 1;
    if (!inARow) return 'good';
    return rule.withdrawalAfter !== null && inARow >= rule.withdrawalAfter ? 'withdrawal' : 'probation';
  });
}
