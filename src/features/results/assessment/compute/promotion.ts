import type { Fraction } from './fraction.ts';
import { checkConditions } from './promotion-conditions.ts';

/** What a class asks for. Marks, averages and percentages in hundredths; what is left out is not asked. */
export interface PromotionConditions {
  readonly averageAtLeast?: number;
  /** Courses that must be passed. */
  readonly compulsory?: readonly number[];
  /** How many courses must be passed, the compulsory ones among them. */
  readonly passesAtLeast?: number;
  /** The mark that passes here; without it, the course's own pass mark. */
  readonly passAt?: number;
  /** Percent of the days or periods marked. */
  readonly attendanceAtLeast?: number;
  readonly feesPaid?: boolean;
}

export interface PromotionRule {
  readonly promote: PromotionConditions;
  /** What is enough to be promoted on trial; without it nobody is. */
  readonly onTrial?: PromotionConditions | null;
}

export interface PromotionCourse {
  readonly course: number;
  readonly name: string;
  /** The mark the rule judges (the cumulative or the last term's); null if there is none yet. */
  readonly mark: Fraction | null;
  readonly passed: boolean | null;
}

export interface PromotionFigures {
  /** Exempt courses are left out. */
  readonly courses: readonly PromotionCourse[];
  readonly average: Fraction | null;
  /** Few grade points are good: the rule’s average is the most that there may be. */
  readonly isLowBest?: boolean;
  /** Percent; null if no attendance is recorded. */
  readonly attendance: Fraction | null;
  readonly owesFees: boolean;
}

/** `undecided`: a figure that the rule needs is missing, so that nobody repeats a class for a mark not entered. */
export type PromotionOutcome = 'promoted' | 'on_trial' | 'repeat' | 'undecided';

export interface PromotionProposal {
  readonly outcome: PromotionOutcome;
  /** In words. Promoted: what was met; undecided: what is missing; else what was not met. */
  readonly reasons: readonly string[];
}

/**
 * The proposal for one student, for a person to approve; exact values are compared, never rounded ones. All conditions
 * of `promote` met: promoted. Else all of `onTrial` met: on trial. Else repeat.
 */
export function proposePromotion(figures: PromotionFigures, rule: PromotionRule): PromotionProposal {
  const promote = checkConditions(figures, rule.promote);
  if (promote.every(({ met }) => met)) return { outcome: 'promoted', reasons: wordsOf(promote) };
  const trial = rule.onTrial ? checkConditions(figures, rule.onTrial) : null;
  const missing = [...promote, ...(trial ?? [])].filter(({ met }) => met === null);
  if (missing.length) return { outcome: 'undecided', reasons: [...new Set(wordsOf(missing))] };
  return {
    outcome: trial?.every(({ met }) => met) ? 'on_trial' : 'repeat',
    reasons: wordsOf(promote.filter(({ met }) => !met)),
  };
}

const wordsOf = (checks: readonly { words: string }[]) => checks.map(({ words }) => words);
