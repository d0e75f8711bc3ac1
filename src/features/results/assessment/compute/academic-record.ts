import { carryOvers, cgpa, type Attempt, type Cgpa } from './cgpa.ts';
import { isWithin, type Fraction } from './fraction.ts';
import { academicStandings, type AcademicStanding, type ProbationRule } from './probation.ts';
import { termResult, type CourseOfTerm, type TermResult } from './term-result.ts';
import type { Designation, RepeatsPolicy } from './types.ts';

export interface RecordRule {
  readonly repeats: RepeatsPolicy;
  /** Of each term, by its place, where its own rule is known: published results keep the scheme of their day. */
  readonly repeatsOf?: readonly (RepeatsPolicy | null)[];
  readonly probation: ProbationRule | null;
}

/** A term of the record: its own figures, and those reached by its end. */
export interface TermOfRecord {
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
