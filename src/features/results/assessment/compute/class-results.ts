import { courseResult, type CourseResult } from './course-result.ts';
import { courseStatistics, type CourseStatistics } from './course-statistics.ts';
import { negated } from './fraction.ts';
import { positionsInEach, type Position } from './positions.ts';
import { termResult, whyNotRanked, type NotRanked, type RankingRule, type TermResult } from './term-result.ts';
import type { Band, Component, Entries } from './types.ts';

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
