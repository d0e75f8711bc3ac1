import { isWithin, type Fraction } from './fraction.ts';
import { termResult, type CourseOfTerm, type TermResult, gradePointAverage } from './class-results.ts';
import { type Designation, type RepeatsPolicy, inTenths } from './types.ts';

interface RecordRule {
  readonly repeats: RepeatsPolicy;
  /** Of each term, by its place, where its own rule is known: published results keep the scheme of their day. */
  readonly repeatsOf?: readonly (RepeatsPolicy | null)[];
  readonly probation: ProbationRule | null;
}

/** A term of the record: its own figures, and those reached by its end. */
interface TermOfRecord {
  readonly term: TermResult;
  readonly cumulative: Cgpa;
  /** Courses to be repeated: "Repeat MTH 101". */
  readonly carryOvers: readonly Attempt[];
  /** Null without a CGPA or a rule. */
  readonly academicStanding: AcademicStanding | null;
}

/**
 * A student's whole record, term by term from the first: GPA, CGPA, carry-overs and standing as they were at the end of
 * each term. Standing is judged each term; an institution that judges by session calls `academicStandings` itself.
 */
export function academicRecord(terms: readonly (readonly CourseOfTerm[])[], rule: RecordRule): TermOfRecord[] {
  const attempts: Attempt[] = [];
  const soFar = terms.map((courses, at) => {
    attempts.push(...attemptsOf(courses));
    const reached = {
      cumulative: cgpa(attempts, rule.repeatsOf?.[at] ?? rule.repeats),
      carryOvers: carryOvers(attempts),
    };
    return { term: termResult(courses), ...reached };
  });
  const values = soFar.map(({ cumulative }) => cumulative.value);
  const found = rule.probation ? academicStandings(values, rule.probation) : [];
  return soFar.map((row, at) => ({ ...row, academicStanding: found[at] ?? null }));
}

/** The attempts in a term: courses with points, and those that are passed or failed alone, absent ones among them. */
export const attemptsOf = (courses: readonly CourseOfTerm[]): Attempt[] =>
  courses.flatMap(({ course, units, result: { status, points, passed } }) =>
    passed === null || (points === null && status === 'complete') ? [] : [{ course, units, points, passed }],
  );

/**
 * The class of degree or diploma of a CGPA (or average): the highest that begins at or below the exact value, never a
 * rounded one: 4.4999 is Second Class Upper. Where few points are good, the lowest that ends at or above it. Null beyond
 * the last.
 */
export const designationOf = (
  value: Fraction,
  designations: readonly Designation[],
  system: 'average' | 'gpa',
): Designation | null => directed(designations, system).find(({ from, upTo }) => isWithin(value, from, upTo)) ?? null;

/** Averages are of marks, of which many are good in any scale. */
const directed = (designations: readonly Designation[], system: 'average' | 'gpa'): readonly Designation[] =>
  system === 'gpa'
    ? designations
    : designations.map(({ from, name }) => ({ from, name })).toSorted((a, b) => b.from - a.from);

export interface ProbationRule {
  /** Hundredths of a grade point: a CGPA below it is probation. */
  readonly below: number;
  /** With so many periods below the line in a row the last one is withdrawal. Null: never. */
  readonly withdrawalAfter: number | null;
  /** Fewer points are better: a CGPA above the line is probation. */
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
