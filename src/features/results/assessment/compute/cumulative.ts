import { divide, fraction, mean, multiply, sum, zero, type Fraction } from './fraction.ts';

/**
 * What "cumulative" means in a scheme:
 * - `mean`: of the terms that have a result;
 * - `weighted`: a whole weight for each term of the session (20, 30, 50). A past term without a result counts 0, or with
 *   `renormalises` its weight falls away and the others share the whole;
 * - `last`: the last term alone; no cumulative without it.
 */
export type CumulativeRule =
  | { readonly kind: 'mean' }
  | { readonly kind: 'weighted'; readonly weights: readonly number[]; readonly renormalises: boolean }
  | { readonly kind: 'last' };

/**
 * The cumulative of one student, of a course or of the averages: `terms` has a place for each term of the session from
 * the first to the one reported, null where the student has no result; weights of terms to come do not count. Null if
 * no term counts. Formula: Σ(weight × value) / Σ weights (domain.md, "Assessment": mean of the terms, or weighted by the
 * institution). RangeError for more terms than weights.
 */
export function cumulative(terms: readonly (Fraction | null)[], rule: CumulativeRule): Fraction | null {
  if (rule.kind === 'last') return terms.at(-1) ?? null;
  const counting = terms.filter((value) => value !== null);
  if (rule.kind === 'mean' || !counting.length) return mean(counting);
  return weighted(terms, rule.weights, rule.renormalises);
}

function weighted(terms: readonly (Fraction | null)[], weights: readonly number[], renormalises: boolean) {
  if (terms.length > weights.length) throw new RangeError(`${terms.length} terms, but ${weights.length} weights.`);
  let whole = 0;
  const parts = terms.map((value, at) => {
    const weight = weights[at]!;
    if (value || !renormalises) whole += weight;
    return value ? multiply(value, fraction(weight)) : zero;
  });
  return whole ? divide(sum(parts), fraction(whole)) : null;
}
