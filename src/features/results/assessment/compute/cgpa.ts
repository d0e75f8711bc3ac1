import type { Fraction } from './fraction.ts';
import { gradePointAverage } from './term-result.ts';
import { inTenths, type RepeatsPolicy } from './types.ts';

/** A result in one course and term. Those without points (withheld, pending, exempt) are no attempts yet. */
export interface Attempt {
  readonly course: number | string;
  readonly units: number;
  /** Hundredths of a grade point per unit; null for a course that is passed or failed alone, which earns its units. */
  readonly points: number | null;
  readonly passed: boolean;
}

export interface Cgpa {
  /** Σ units that count. */
  readonly units: number;
  /** Units of the courses passed in any attempt, each course once. */
  readonly unitsPassed: number;
  /** Σ units × points, in hundredths of a point. */
  readonly points: number;
  /** points / units, exact; null without units. */
  readonly value: Fraction | null;
}

/**
 * CGPA = Σ all points / Σ all units over all terms; it is not the mean of the GPAs (National Universities Commission,
 * course system). Failed units count in the denominator, zero-unit courses for nothing. Attempts come in the order of
 * the terms. With `replaces`, the latest attempt at a course counts alone, with its own units, even if it is worse; with
 * `highest` the best one, which is that with fewest points with `lowest`.
 */
export function cgpa(attempts: readonly Attempt[], policy: RepeatsPolicy): Cgpa {
  const counting = countingAttempts(attempts.filter(hasPoints), policy);
  let [units, unitsPassed, points] = [0, 0, 0];
  for (const attempt of counting) {
    units += attempt.units;
    points += attempt.units * inTenths(attempt.points);
  }
  for (const attempt of latestAttempts(attempts.filter(({ passed }) => passed))) unitsPassed += attempt.units;
  return { units, unitsPassed, points: points / 10, value: gradePointAverage(points / 10, units) };
}

type WithPoints = Attempt & { readonly points: number };
const hasPoints = (attempt: Attempt): attempt is WithPoints => attempt.points !== null;

function countingAttempts(attempts: WithPoints[], policy: RepeatsPolicy): WithPoints[] {
  if (policy === 'all_attempts') return attempts;
  return policy === 'replaces' ? latestAttempts(attempts) : bestAttempts(attempts, policy === 'lowest' ? -1 : 1);
}

/** Courses failed and not passed in any attempt, by their latest one, in the order of first failure. */
export function carryOvers<Item extends Attempt>(attempts: readonly Item[]): Item[] {
  const open = new Map<number | string, Item>();
  const passed = new Set(attempts.filter((attempt) => attempt.passed).map(({ course }) => course));
  for (const attempt of attempts) if (!passed.has(attempt.course)) open.set(attempt.course, attempt);
  return [...open.values()];
}

function latestAttempts<Item extends Attempt>(attempts: readonly Item[]): Item[] {
  const latest = new Map(attempts.map((attempt) => [attempt.course, attempt]));
  return [...latest.values()];
}

function bestAttempts(attempts: readonly WithPoints[], sign: 1 | -1): WithPoints[] {
  const best = new Map<number | string, WithPoints>();
  for (const attempt of attempts) {
    const known = best.get(attempt.course);
    if (!known || sign * attempt.points > sign * known.points) best.set(attempt.course, attempt);
  }
  return [...best.values()];
}
