import { courseResult, type CourseResult } from './course-result.ts';
import { negated, compare, divide, fraction, sum, type Fraction } from './fraction.ts';
import { positionsInEach, type Position } from './positions.ts';
import { type Band, type Component, type Entries, inTenths } from './types.ts';

/** A student's course in the term, with the scheme that the student's sheet pinned. Share the objects over students. */
export interface Registration {
  readonly course: number;
  readonly units: number;
  readonly components: readonly Component[];
  /** Hundredths of a mark. */
  readonly passMark: number;
  readonly passFail?: boolean | undefined;
  readonly entries: Entries;
  /** Where the course's scheme has another scale than the student's other courses. */
  readonly bands?: readonly Band[];
}

export interface StudentOfClass {
  readonly student: number;
  readonly batch: number;
  /** Of the entry cohort: two students of a class may have different scales. */
  readonly bands: readonly Band[];
  readonly registrations: readonly Registration[];
}

export interface ClassRule extends RankingRule {
  readonly rankBy: 'average' | 'gpa';
  /** The lowest GPA is first. */
  readonly isLowBest?: boolean;
}

export interface CourseOfStudent {
  readonly course: number;
  readonly units: number;
  readonly result: CourseResult;
  /** Among complete results of the course; null without one. */
  readonly inBatch: Position | null;
  readonly inClass: Position | null;
}

export interface StudentResult {
  readonly student: number;
  readonly batch: number;
  readonly courses: CourseOfStudent[];
  readonly term: TermResult;
  readonly notRanked: NotRanked | null;
  readonly inBatch: Position | null;
  readonly inClass: Position | null;
}

export interface ClassResults {
  readonly students: StudentResult[];
  /** By course. */
  readonly ofClass: ReadonlyMap<number, CourseStatistics>;
  /** By batch, then by course. */
  readonly ofBatches: ReadonlyMap<number, ReadonlyMap<number, CourseStatistics>>;
}

/**
 * A whole class in one term, in one pass: each course totalled and graded, each student averaged, all ranked (1, 1, 3).
 * Students come in the order given. A student without a value to rank by (no units, when ranking by GPA) has no position.
 */
export function classResults(students: readonly StudentOfClass[], rule: ClassRule): ClassResults {
  const courses = students.map(coursesOf);
  const rows = courses.flat();
  const byCourse = Map.groupBy(rows, ({ course }) => course);
  for (const sameCourse of byCourse.values()) rankCourse(sameCourse);
  const terms = courses.map(termResult);
  const notRanked = terms.map((term) => whyNotRanked(term, rule));
  const indexes = students.map((_, at) => at);
  const valueOf = (at: number) => {
    const value = notRanked[at] ? null : terms[at]![rule.rankBy];
    return value && rule.isLowBest ? negated(value) : value;
  };
  const [inClass, inBatch] = positionsInEach(indexes, valueOf, [wholeClass, (at) => students[at]!.batch]);
  return {
    students: students.map(({ student, batch }, at) => ({
      student,
      batch,
      courses: courses[at]!,
      term: terms[at]!,
      notRanked: notRanked[at]!,
      inBatch: inBatch![at]!,
      inClass: inClass![at]!,
    })),
    ofClass: statisticsOf(byCourse),
    ofBatches: new Map(
      Array.from(
        Map.groupBy(rows, ({ batch }) => batch),
        ([batch, own]) => [batch, statisticsOf(Map.groupBy(own, ({ course }) => course))],
      ),
    ),
  };
}

type Row = { -readonly [Key in keyof CourseOfStudent]: CourseOfStudent[Key] } & { batch: number };

const wholeClass = () => null;

const coursesOf = ({ bands, batch, registrations }: StudentOfClass): Row[] =>
  registrations.map(({ course, units, components, passMark, passFail, entries, bands: ownBands = bands }) => ({
    course,
    units,
    batch,
    result: courseResult(entries, components, { bands: ownBands, passMark, passFail }),
    inBatch: null,
    inClass: null,
  }));

function rankCourse(rows: Row[]): void {
  const valueOf = ({ result }: Row) => (result.status === 'complete' ? result.total : null);
  const [inClass, inBatch] = positionsInEach(rows, valueOf, [wholeClass, ({ batch }) => batch]);
  rows.forEach((row, at) => {
    row.inClass = inClass![at]!;
    row.inBatch = inBatch![at]!;
  });
}

const statisticsOf = (byCourse: Map<number, Row[]>): Map<number, CourseStatistics> =>
  new Map(Array.from(byCourse, ([course, rows]) => [course, courseStatistics(rows.map(({ result }) => result))]));

export interface CourseStatistics {
  /** Students with a total: complete or absent. The figures below are theirs. */
  readonly entered: number;
  /** Of those, absent from everything: their total is 0. */
  readonly absent: number;
  readonly passed: number;
  /** Σ totals / entered, in marks; null if nobody is entered. */
  readonly average: Fraction | null;
  readonly highest: Fraction | null;
  readonly lowest: Fraction | null;
}

/** Figures of one course over a batch or a class. Exempt, withheld, incomplete and pending results are no part of them. */
export function courseStatistics(results: Iterable<CourseResult>): CourseStatistics {
  let [absent, passed] = [0, 0];
  let highest: Fraction | null = null;
  let lowest: Fraction | null = null;
  const totals: Fraction[] = [];
  for (const { status, total, passed: hasPassed } of results) {
    if (!total) continue;
    totals.push(total);
    if (status === 'absent') absent += 1;
    if (hasPassed) passed += 1;
    if (!highest || compare(total, highest) > 0) highest = total;
    if (!lowest || compare(total, lowest) < 0) lowest = total;
  }
  const entered = totals.length;
  const average = entered ? divide(sum(totals), fraction(entered)) : null;
  return { entered, absent, passed, average, highest, lowest };
}

export interface CourseOfTerm {
  readonly course: number | string;
  /** Whole credit units; zero-unit courses count for nothing in the GPA. */
  readonly units: number;
  readonly result: CourseResult;
}

/** The worst of a student's courses: withheld, incomplete, then pending. `empty`: no course counts. */
type TermStatus = 'complete' | 'pending' | 'incomplete' | 'withheld' | 'empty';

export interface TermResult {
  readonly status: TermStatus;
  /** Σ totals of the counted courses, in marks. */
  readonly sum: Fraction;
  /** Courses with a total: complete or absent. */
  readonly counted: number;
  /** sum / counted; null if none counts. */
  readonly average: Fraction | null;
  readonly passed: number;
  readonly failed: number;
  /** Units of the counted courses: what the GPA is divided by, failed ones included. */
  readonly units: number;
  /** Those of courses that are passed or failed alone among them. */
  readonly unitsPassed: number;
  /** Σ units × points, in hundredths of a point. */
  readonly points: number;
  readonly gpa: Fraction | null;
}

/**
 * GPA = Σ(units × points) / Σ units registered in the term, failed units included (National Universities Commission,
 * course system; NBTE alike). Courses that are withheld, incomplete or pending have no points yet: they count in neither
 * sum, and the status says that the figures are not final. Exempt courses count nowhere.
 */
export function termResult(courses: readonly CourseOfTerm[]): TermResult {
  let [counted, passed, units, unitsPassed, points] = [0, 0, 0, 0, 0];
  let [isWithheld, isIncomplete, isPending] = [false, false, false];
  const totals: Fraction[] = [];
  for (const { units: own, result } of courses) {
    isWithheld ||= result.status === 'withheld';
    isIncomplete ||= result.status === 'incomplete';
    isPending ||= result.status === 'unfinished' || result.status === 'pending';
    if (result.status === 'judged' && result.passed) unitsPassed += own;
    if (result.total === null) continue;
    counted += 1;
    totals.push(result.total);
    units += own;
    points += own * inTenths(result.points ?? 0);
    if (!result.passed) continue;
    passed += 1;
    unitsPassed += own;
  }
  const total = sum(totals);
  return {
    status: worstOf({ isWithheld, isIncomplete, isPending }) ?? (counted ? 'complete' : 'empty'),
    sum: total,
    counted,
    average: counted ? divide(total, fraction(counted)) : null,
    passed,
    failed: counted - passed,
    units,
    unitsPassed,
    points: points / 10,
    gpa: gradePointAverage(points / 10, units),
  };
}

const worstOf = (has: { isWithheld: boolean; isIncomplete: boolean; isPending: boolean }): Open | null =>
  has.isWithheld ? 'withheld' : has.isIncomplete ? 'incomplete' : has.isPending ? 'pending' : null;

/** Hundredths of points over units; null without units. */
export const gradePointAverage = (points: number, units: number): Fraction | null =>
  units ? fraction(inTenths(points), units * 1000) : null;

interface RankingRule {
  /** Courses with a total that a student needs to be ranked. */
  readonly minimumCourses: number;
  /** Rank students with marks that are not entered, by what is there. Off by default. */
  readonly includesIncomplete?: boolean;
}

type Open = Exclude<TermStatus, 'complete' | 'empty'>;
export type NotRanked = Open | 'too_few_courses';

/** Why a student has no position; null: is ranked. */
export function whyNotRanked({ status, counted }: TermResult, rule: RankingRule): NotRanked | null {
  if (status === 'withheld' || status === 'pending') return status;
  if (status === 'incomplete' && !rule.includesIncomplete) return 'incomplete';
  return counted === 0 || counted < rule.minimumCourses ? 'too_few_courses' : null;
}
