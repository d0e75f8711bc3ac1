import { aggregateOf } from '#features/results/assessment/compute/aggregate.ts';
import { attemptsOf, carryOvers, cgpa } from '#features/results/assessment/compute/academic-record.ts';
import { resultOfTotal, type CourseResult, type Grading } from '#features/results/assessment/compute/course-result.ts';
import { type Fraction, fromText, toText } from '#features/results/assessment/compute/fraction.ts';
import type { CourseOfTerm, TermResult } from '#features/results/assessment/compute/class-results.ts';
import { cumulativeOf, type EarlierResult } from '../term-results/session-results.queries.ts';
import type { CardCourse, CardRule, CardSummary, Exact } from './card-promotion.ts';

export const exact = (value: Fraction | null): Exact | null => value && toText(value);

/** A course in the terms before, and the cumulative with this one. */
export function courseFigures(
  course: number,
  { total }: CourseResult,
  earlier: readonly (EarlierResult | null)[],
  rule: CardRule,
): Pick<CardCourse, 'earlier' | 'cumulative'> {
  const totals = earlier.map((term) => term?.courses.get(course)?.total ?? null);
  return { earlier: totals.map(exact), cumulative: total && exact(cumulativeOf([...totals, total], rule)) };
}

/** What the cumulative says of a course, where a card goes by it. */
export function ofSession(cumulative: Exact | null, grading: Grading, rule: CardRule): Pick<CardCourse, 'ofSession'> {
  if (rule.goesBy !== 'session') return {};
  if (cumulative === null) return { ofSession: null };
  const { grade, remark, passed } = resultOfTotal(fromText(cumulative), grading);
  return { ofSession: { grade: grade!, remark: remark ?? '', passed: passed! } };
}

/** How many courses are passed, as the card says it. */
export const passedOf = (courses: readonly CardCourse[], term: TermResult, rule: CardRule): number =>
  rule.goesBy === 'session' ? courses.filter((course) => course.ofSession?.passed).length : term.passed;

type SessionFigures = Pick<
  CardSummary,
  'aggregate' | 'earlier' | 'cumulative' | 'gpa' | 'previous' | 'cgpa' | 'repeats'
>;

/** What a card says of the terms before together with its own. A college's card shows them as one figure, the CGPA. */
export function sessionFigures(
  { rows, term }: { rows: readonly CourseOfTerm[]; term: TermResult },
  earlier: readonly (EarlierResult | null)[],
  rule: CardRule,
  codeOf: (course: number) => string,
): SessionFigures {
  const isCollege = rule.system === 'gpa';
  const averages = (isCollege ? [] : earlier).map((one) => (one?.term.status === 'complete' ? one.term.average : null));
  const isFinal = term.status === 'complete';
  const figures = {
    earlier: averages.map(exact),
    ...(rule.aggregate && {
      aggregate: aggregateOf(
        rows.map(({ result }) => result),
        rule.aggregate,
      ),
    }),
    cumulative: isFinal ? exact(cumulativeOf([...averages, term.average], rule)) : null,
  };
  if (!isCollege) return { ...figures, gpa: null, previous: null, cgpa: null, repeats: [] };
  const before = earlier.flatMap((one) => one?.attempts ?? []);
  const own = rows.map((row) => ({ ...row, course: codeOf(Number(row.course)) }));
  const attempts = [...before, ...attemptsOf(own)];
  const all = cgpa(attempts, rule.repeats);
  return {
    ...figures,
    gpa: { units: term.units, points: term.points, value: exact(term.gpa) },
    previous: pointsOf(cgpa(before, rule.repeats)),
    cgpa: { ...pointsOf(all), ...(attempts.some(({ points }) => points === null) && { earned: all.unitsPassed }) },
    repeats: carryOvers(attempts).map(({ course }) => String(course)),
  };
}

const pointsOf = ({ units, points, value }: ReturnType<typeof cgpa>) => ({ units, points, value: exact(value) });
