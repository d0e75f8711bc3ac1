import { add, compare, divide, fraction, multiply, reaches, sum, type Fraction } from './fraction.ts';
import type { Band, Component, Entries, PartGroup } from './types.ts';

/**
 * - `complete`: has a total and a grade;
 * - `absent`: absent from every component that was not exempt; total 0, fails, counts in averages as 0, shown as "AB";
 * - `exempt`: from every component; counts nowhere;
 * - `withheld`: a component is withheld; no total may be shown;
 * - `incomplete`: a component has not been entered; no total;
 * - `unfinished`, `pending`: all is entered, but of a component that is all that can be said yet; no total;
 * - `judged`: pass or fail alone: a grade that earns units, without a total and points; counts in no average.
 */
export type CourseStatus =
  | 'complete'
  | 'absent'
  | 'exempt'
  | 'withheld'
  | 'incomplete'
  | 'unfinished'
  | 'pending'
  | 'judged';

/** Whether a result is still to come. */
export const isUnsettled = (status: CourseStatus): boolean =>
  !hasGrade(status) && status !== 'absent' && status !== 'exempt';

/** Whether its grade is shown. */
export const hasGrade = (status: CourseStatus): status is 'complete' | 'judged' =>
  status === 'complete' || status === 'judged';

export interface CourseResult {
  readonly status: CourseStatus;
  /** In marks out of 100, exact. Null unless complete or absent, as all that follows; judged has a grade. */
  readonly total: Fraction | null;
  readonly grade: string | null;
  /** Hundredths of a grade point. */
  readonly points: number | null;
  readonly remark: string | null;
  readonly passed: boolean | null;
}

export interface Grading {
  readonly bands: readonly Band[];
  /** Hundredths of a mark: the lowest total that passes. */
  readonly passMark: number;
  /** Pass or fail only: an absence has no points either. */
  readonly passFail?: boolean | undefined;
}

/**
 * One student's result in one course.
 *
 * Total = Σ marks, absent counting 0; with exempt components Σ marks × 100 / Σ maxima of the others, exactly. A mark of a
 * component with a weight counts mark × weight / maximum, and its weight stands for its maximum. Of a group the best
 * count: an absence can be dropped, an exempt part is none of them, and one that is not entered keeps the total open. The
 * exact total is graded, never a rounded one (domain.md, "Assessment"). Withheld prevails over missing, that over
 * unfinished, that over pending, and all over the rest. Entries for other components do not count: see `checkEntries`.
 *
 * RangeError for a mark that is not a whole number of hundredths from 0 to its component's maximum.
 */
export function courseResult(entries: Entries, components: readonly Component[], grading: Grading): CourseResult {
  let [marks, maxima, sat] = [0, 0, false];
  const weighted: Fraction[] = [];
  const grouped: OfGroup[] = [];
  let [isMissing, isWithheld, isUnfinished, isPending] = [components.length === 0, false, false, false];
  for (const { key, maximum, weight = maximum, group } of components) {
    const entry = entries[key];
    if (entry === null || entry === undefined) isMissing = true;
    else if (entry === 'withheld') isWithheld = true;
    else if (entry === 'unfinished') isUnfinished = true;
    else if (entry === 'pending') isPending = true;
    else if (entry !== 'exempt') {
      const mark = entry === 'absent' ? 0 : markWithin(entry, maximum, key);
      sat ||= entry !== 'absent';
      if (group) grouped.push({ ...group, weight, value: fraction(mark * weight, maximum) });
      else {
        maxima += weight;
        if (weight === maximum) marks += mark;
        else weighted.push(fraction(mark * weight, maximum));
      }
    }
  }
  for (const { weight, value } of bestOf(grouped)) {
    maxima += weight;
    weighted.push(value);
  }
  if (isWithheld) return nothing.withheld;
  if (isMissing) return nothing.incomplete;
  if (isUnfinished) return nothing.unfinished;
  if (isPending) return nothing.pending;
  if (!maxima) return nothing.exempt;
  const total = weighted.length > 0 ? totalWith(weighted, marks, maxima) : totalOf(marks, maxima);
  const result = graded(total, grading, sat ? 'complete' : 'absent');
  return grading.passFail ? { ...result, status: sat ? 'judged' : 'absent', total: null, points: null } : result;
}

/** A total that is already known, as in results of past years. Totals are marks out of 100. */
export const resultOfTotal = (total: Fraction, grading: Grading): CourseResult => graded(total, grading, 'complete');

/** The band of an exact total: the first, from the highest, that begins at or below it. RangeError below zero. */
export function bandOf(total: Fraction, bands: readonly Band[]): Band {
  const band = bands.find(({ from }) => reaches(total, from));
  if (!band) throw new RangeError(`No grade starts at or below ${total.top}/${total.bottom}.`);
  return band;
}

const none = { total: null, grade: null, points: null, remark: null, passed: null };
const nothing = {
  withheld: { status: 'withheld', ...none },
  incomplete: { status: 'incomplete', ...none },
  unfinished: { status: 'unfinished', ...none },
  pending: { status: 'pending', ...none },
  exempt: { status: 'exempt', ...none },
} as const satisfies Record<string, CourseResult>;

function graded(total: Fraction, { bands, passMark }: Grading, status: 'complete' | 'absent'): CourseResult {
  const { grade, points, remark } = bandOf(total, bands);
  return {
    status,
    total,
    grade,
    points,
    remark,
    passed: status === 'complete' && reaches(total, passMark),
  };
}

interface OfGroup extends PartGroup {
  weight: number;
  value: Fraction;
}

/** The parts of groups that count. */
const bestOf = (grouped: OfGroup[]): OfGroup[] =>
  grouped.length === 0
    ? grouped
    : [...Map.groupBy(grouped, ({ name }) => name).values()].flatMap((all) =>
        all.toSorted((a, b) => compare(b.value, a.value)).slice(0, all[0]!.best),
      );

/** Marks and maxima in hundredths; the maxima of a whole course are 10,000, so that its total is the sum itself. */
const totalOf = (marks: number, maxima: number): Fraction => fraction(marks * 100, maxima);

const totalWith = (weighted: Fraction[], marks: number, maxima: number): Fraction =>
  divide(multiply(add(fraction(marks), sum(weighted)), fraction(100)), fraction(maxima));

function markWithin(mark: unknown, maximum: number, key: string): number {
  if (typeof mark === 'number' && Number.isSafeInteger(mark) && mark >= 0 && mark <= maximum) return mark;
  throw new RangeError(`The mark of ${key} is hundredths from 0 to ${maximum}, not ${String(mark)}.`);
}
