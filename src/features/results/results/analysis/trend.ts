import { mean, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { fromText } from '#features/results/assessment/compute/fraction-text.ts';
import { averageText } from '../term-results/shown-results.ts';
import type { PublishedTotals } from './analysis.queries.ts';

export interface TrendTerm {
  termId: number;
  term: string;
  session: string;
  students: number;
  mean: string;
}

export interface PublishedMean extends Omit<PublishedTotals, 'totals'> {
  mean: Fraction;
}

/** The mean of each student and term in the courses that are compared, and in no others. */
export function publishedMeans(
  published: PublishedTotals[],
  codesOf: ReadonlyMap<number, ReadonlySet<string>>,
): PublishedMean[] {
  return published.flatMap(({ totals, ...one }) => {
    const compared = totals.filter(({ code }) => codesOf.get(one.studentId)?.has(code));
    const own = mean(compared.map(({ total }) => fromText(total)));
    return own ? [{ ...one, mean: own }] : [];
  });
}

/** The last published mean of each student before the term. */
export const lastBefore = (means: PublishedMean[], termId: number): Map<number, Fraction> =>
  new Map(means.filter((one) => one.termId !== termId).map((one) => [one.studentId, one.mean]));

/** The means of the same students term by term; terms in which fewer than half of them were here say nothing about them. */
export const trendOf = (means: PublishedMean[], students: number): TrendTerm[] =>
  [...Map.groupBy(means, ({ termId }) => termId).values()].flatMap((own) => {
    const [{ termId, term, session }] = own as [PublishedMean];
    if (own.length * 2 < students) return [];
    return [{ termId, term, session, students: own.length, mean: averageText(mean(own.map((one) => one.mean)))! }];
  });
