import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import { isLowBest, repeatsBy, type Band } from '#features/results/assessment/compute/types.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { CardRule } from './report-card.ts';

/** What the scheme says of a card of this term; by the bands few points are good. */
export function ruleOf(
  scheme: SchemeContent,
  { isLastTerm }: Pick<ResultSheet, 'isLastTerm'>,
  bands: readonly Band[] = [],
): CardRule {
  const { system, cumulative, weights, ranksBatch, ranksClass, ranksCourses, minimumCourses } = scheme;
  const repeats = repeatsBy(scheme.repeats, bands);
  return {
    system,
    cumulative,
    weights,
    ranksBatch,
    ranksClass,
    ranksCourses,
    minimumCourses,
    repeats,
    ...(isLastTerm && system === 'average' && scheme.lastTerm === 'cumulative' && { goesBy: 'session' }),
    ...(system === 'average' &&
      scheme.aggregateOf && { aggregate: { of: scheme.aggregateOf, best: isLowBest(bands) ? 'low' : 'high' } }),
    ...(system === 'gpa' && isLowBest(bands) && { best: 'low' }),
    ...(system === 'gpa' && scheme.gpaForm && scheme.gpaForm !== 'round2' && { gpaForm: scheme.gpaForm }),
  };
}
