import { checkConditions, type PromotionFigures, type PromotionConditions } from './promotion-conditions.ts';

export interface PromotionRule {
  readonly promote: PromotionConditions;
  /** What is enough to be promoted on trial; without it nobody is. */
  readonly onTrial?: PromotionConditions | null;
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
