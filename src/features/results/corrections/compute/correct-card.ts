import type { SchemeContent } from '#features/assessment/assessment.ts';
import { courseResult } from '#features/assessment/compute/course-result.ts';
import { toText } from '#features/assessment/compute/fraction-text.ts';
import { whyNotRanked } from '#features/assessment/compute/term-result.ts';
import type { Entry } from '#features/assessment/compute/types.ts';
import type { CardCourse, CardRule } from '../../cards/report-card.ts';
import { courseFigures, exact, sessionFigures } from '../../cards/session-figures.ts';
import type { PublishedCard } from '../../publication/published-card.ts';
import { publishedResult, publishedTerm } from '../../term-results/published-results.ts';
import type { EarlierResult } from '../../term-results/session-results.queries.ts';

/** A mark of a published result; null is not entered. */
export interface CorrectedCell {
  studentId: number;
  courseId: number;
  component: string;
  was: Entry | null;
  entry: Entry | null;
}

export interface CardSetting {
  rule: CardRule;
  /** The terms before, the first one first. */
  earlier: readonly (EarlierResult | null)[];
  earlierTerms: readonly string[];
  codeOf: (course: number) => string;
}

/**
 * A published card with corrected marks, before anybody is ranked again. Units, titles and bands are the card's own; the
 * parts and the pass mark of a course are those of the scheme that its sheet pinned.
 */
export function correctCourses(
  { courses, gradeKey }: Pick<PublishedCard, 'courses' | 'gradeKey'>,
  cells: readonly CorrectedCell[],
  schemes: ReadonlyMap<number, SchemeContent>,
): CardCourse[] {
  const byCourse = Map.groupBy(cells, ({ courseId }) => courseId);
  return courses.map((course) => {
    const changed = byCourse.get(course.id);
    if (!changed) return course;
    const entries = Object.fromEntries(
      [...Object.entries(course.entries), ...changed.map(({ component, entry }) => [component, entry] as const)].filter(
        ([, entry]) => entry !== null && entry !== undefined,
      ),
    );
    const { components, passMark } = schemes.get(course.id)!;
    const result = courseResult(entries, components, { bands: course.bands ?? gradeKey, passMark });
    const { status, grade, points, remark, passed } = result;
    return { ...course, entries, status, total: exact(result.total), grade, points, remark, passed };
  });
}

/** What follows on the card from its courses and the terms before; positions stay for `rankAgain`. */
export function refigure(card: PublishedCard, courses: CardCourse[], setting: CardSetting): PublishedCard {
  const { rule, earlier, earlierTerms, codeOf } = setting;
  const isCollege = rule.system === 'gpa';
  const own = publishedTerm(courses);
  const { term } = own;
  return {
    ...card,
    earlierTerms: isCollege ? card.earlierTerms : sameLength(card.earlierTerms, earlierTerms),
    courses: courses.map((course) => ({
      ...course,
      ...courseFigures(course.id, publishedResult(course), isCollege ? [] : earlier, rule),
    })),
    summary: {
      ...card.summary,
      ...{ counted: term.counted, passed: term.passed, sum: toText(term.sum), average: exact(term.average) },
      notRanked: whyNotRanked(term, rule),
      ...sessionFigures(own, earlier, rule, codeOf),
    },
  };
}

/** The names as published; today’s only if the session has got another term since. */
const sameLength = (published: string[], now: readonly string[]) =>
  published.length === now.length ? published : [...now];
