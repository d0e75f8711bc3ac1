import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { fromText } from '#features/results/assessment/compute/fraction-text.ts';
import type { Fraction } from '#features/results/assessment/compute/fraction.ts';
import { rankAgain, type Figures, type Ranked } from '../corrections/compute/rank-again.ts';
import type { ResultsOfClass } from '../term-results/class-results.queries.ts';
import type { SessionResults } from '../term-results/session-results.queries.ts';
import type { CardRule, Exact } from './report-card.ts';
import { courseFigures, sessionFigures } from './session-figures.ts';

const valueOf = (exact: Exact | null): Fraction | null => (exact === null ? null : fromText(exact));

/** The students of a class with their results of the session until now, in the order of the members. */
export const rankedBySession = (
  { members, results }: ResultsOfClass,
  before: SessionResults,
  rule: CardRule,
): Ranked[] =>
  members.map(({ id, batchId }, at) => {
    const { courses, term, notRanked } = results.students[at]!;
    const earlier = before.ofStudents.get(id) ?? [];
    // Averages have no codes.
    const { cumulative } = sessionFigures({ rows: courses, term }, earlier, rule, String);
    const cumulatives = courses.map(
      ({ course, result }) => [course, valueOf(courseFigures(course, result, earlier, rule).cumulative)] as const,
    );
    return {
      studentId: id,
      batchId,
      value: notRanked ? null : valueOf(cumulative),
      courses: new Map<number, CourseResult>(courses.map(({ course, result }) => [course, result])),
      cumulatives: new Map(cumulatives),
    };
  });

/** Positions by the result of the session, in the class and in each course, by student. */
export const sessionRanks = (found: ResultsOfClass, before: SessionResults, rule: CardRule): Map<number, Figures> =>
  rankAgain(rankedBySession(found, before, rule), found.courses.keys(), rule);
