import { isDeepStrictEqual } from 'node:util';
import type { SchemeContent, Trait } from '#features/results/assessment/assessment.ts';
import { courseResult } from '#features/results/assessment/compute/course-result.ts';
import { toText } from '#features/results/assessment/compute/fraction.ts';
import { whyNotRanked } from '#features/results/assessment/compute/class-results.ts';
import type { Band, Component, Entry } from '#features/results/assessment/compute/types.ts';
import type { CardCourse, CardRule } from '../../cards/card-promotion.ts';
import { partOf } from '../../cards/report-cards.ts';
import { courseFigures, exact, ofSession, passedOf, sessionFigures } from '../../cards/session-figures.ts';
import type { PublishedCard } from '../../publication/sealed-cards.ts';
import { publishedResult, publishedTerm, type EarlierResult } from '../../term-results/session-results.queries.ts';
import type { CourseHead } from '../../term-results/pinned-courses.queries.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';

export interface CardSetting {
  rule: CardRule;
  /** The terms before, the first one first. */
  earlier: readonly (EarlierResult | null)[];
  earlierTerms: readonly string[];
  codeOf: (course: number) => string;
}

/** A course with the scheme that its sheet pinned, and the bands of the student’s cohort. */
export interface CourseRule extends CourseHead {
  scheme: Pick<SchemeContent, 'components' | 'passMark' | 'passFail'>;
  bands: readonly Band[];
}

/**
 * The courses of a published card with corrected marks, before anybody is ranked again. Units, titles and bands are the
 * card’s own; the parts and the pass mark of a course are those of the scheme that its sheet pinned. An added course
 * stands where its title belongs.
 */
export function correctCourses(
  { courses, gradeKey }: Pick<PublishedCard, 'courses' | 'gradeKey'>,
  { cells, courses: changed }: Pick<Changes, 'cells' | 'courses'>,
  ruleOf: (courseId: number) => CourseRule,
): CardCourse[] {
  const byCourse = Map.groupBy(cells, ({ courseId }) => courseId);
  const removed = new Set(changed.filter(({ change }) => change === 'removed').map(({ courseId }) => courseId));
  const all = courses.filter(({ id }) => !removed.has(id));
  for (const { courseId } of changed.filter(({ change }) => change === 'added')) {
    const course = newCourse(ruleOf(courseId), gradeKey);
    const at = all.findIndex(({ title }) => title.localeCompare(course.title) > 0);
    all.splice(at < 0 ? all.length : at, 0, course);
  }
  return all.map((course) => {
    const own = byCourse.get(course.id);
    if (!own) return course;
    const entries = Object.fromEntries(
      [...Object.entries(course.entries), ...own.map(({ component, entry }) => [component, entry] as const)].filter(
        ([, entry]) => entry !== null && entry !== undefined,
      ),
    );
    const { components, passMark, passFail } = ruleOf(course.id).scheme;
    const result = courseResult(entries, components, { bands: course.bands ?? gradeKey, passMark, passFail });
    const { status, grade, points, remark, passed } = result;
    return { ...course, entries, status, total: exact(result.total), grade, points, remark, passed };
  });
}

/** Without marks, which follow; the figures of the class come when it is ranked again. */
function newCourse({ id, code, title, units, scheme, bands }: CourseRule, gradeKey: Band[]): CardCourse {
  return {
    id,
    code,
    title,
    units,
    parts: scheme.components.map(({ key }) => key),
    entries: {},
    status: 'incomplete',
    total: null,
    grade: null,
    points: null,
    remark: null,
    passed: null,
    earlier: [],
    cumulative: null,
    position: null,
    average: null,
    highest: null,
    lowest: null,
    passMark: scheme.passMark,
    ...(!isDeepStrictEqual(bands, gradeKey) && { bands: [...bands] }),
  };
}

/** The columns of marks of a card whose courses have changed: those that it has, and what an added course needs. */
export function columnsOf(
  card: Pick<PublishedCard, 'components'>,
  courses: readonly CardCourse[],
  ruleOf: (courseId: number) => CourseRule,
): PublishedCard['components'] {
  const parts = courses.flatMap(({ id, parts: own }) => {
    const { components } = ruleOf(id).scheme;
    return own.flatMap((key) => components.find((one) => one.key === key) ?? []);
  });
  const named = new Map(card.components.map(({ key, name }) => [key, name]));
  return [...Map.groupBy(parts, ({ key }) => key)].map(([key, same]) => {
    const part = partOf(key, same as [Component, ...Component[]]);
    return { ...part, name: named.get(key) ?? part.name };
  });
}

/** What follows on the card from its courses and the terms before; positions stay for `rankAgain`. */
export function refigure(card: PublishedCard, courses: CardCourse[], setting: CardSetting): PublishedCard {
  const { rule, earlier, earlierTerms, codeOf } = setting;
  const isCollege = rule.system === 'gpa';
  const { term, rows } = publishedTerm(courses);
  const figured = courses.map((course): CardCourse => {
    const figures = courseFigures(course.id, publishedResult(course), isCollege ? [] : earlier, rule);
    const grading = { bands: course.bands ?? card.gradeKey, passMark: course.passMark ?? 0 };
    return { ...course, ...figures, ...ofSession(figures.cumulative, grading, rule) };
  });
  return {
    ...card,
    earlierTerms: isCollege ? card.earlierTerms : sameLength(card.earlierTerms, earlierTerms),
    courses: figured,
    summary: {
      ...card.summary,
      counted: term.counted,
      passed: passedOf(figured, term, rule),
      sum: toText(term.sum),
      average: exact(term.average),
      notRanked: whyNotRanked(term, rule),
      ...sessionFigures({ rows, term }, earlier, rule, codeOf),
    },
  };
}

/** The names as published; today’s only if the session has got another term since. */
const sameLength = (published: string[], now: readonly string[]) =>
  published.length === now.length ? published : [...now];

type Notes = Pick<PublishedCard, 'attendance' | 'ratings' | 'remarks'>;

/** A note as it was published; empty if there is none. */
export function noteOn({ attendance, ratings, remarks }: Notes, field: string, traits: readonly Trait[]): string {
  if (field === 'present') return String(attendance?.present ?? '');
  if (field === 'teacher' || field === 'principal') return remarks?.[field] ?? '';
  const trait = traits.find(({ key }) => traitField(key) === field);
  return ratings?.find((one) => one.trait === trait?.name)?.rating ?? '';
}

/** A published card with corrected notes. Nothing else follows from them. */
export function correctNotes(
  card: PublishedCard,
  notes: readonly CorrectedNote[],
  traits: readonly Trait[],
): PublishedCard {
  return notes.reduce((before, { field, entry }): PublishedCard => {
    const note = entry || null;
    const { attendance, remarks } = before;
    if (field === 'present')
      return {
        ...before,
        attendance: { opened: attendance?.opened ?? null, present: note === null ? null : Number(note) },
      };
    if (field === 'teacher' || field === 'principal')
      return { ...before, remarks: { teacher: null, principal: null, ...remarks, [field]: note } };
    const rated = traits.find(({ key }) => traitField(key) === field)!.name;
    const ratings = before.ratings ?? before.traits.map((trait) => ({ trait, rating: null }));
    return { ...before, ratings: ratings.map((one) => (one.trait === rated ? { ...one, rating: note } : one)) };
  }, card);
}

/** A mark of a published result; null is not entered. */
export interface CorrectedCell {
  studentId: number;
  courseId: number;
  component: string;
  was: Entry | null;
  entry: Entry | null;
}

/** A note of a published report card; empty is not entered. In remarks the student’s own names are places. */
export interface CorrectedNote {
  studentId: number;
  field: string;
  was: string;
  entry: string;
}

/** A course that is missing from a published result, with its marks among the cells, or one that is there by mistake. */
interface CorrectedCourse {
  studentId: number;
  courseId: number;
  change: 'added' | 'removed';
}

/** All that a correction changes in the results of a sheet. */
export interface Changes {
  cells: readonly CorrectedCell[];
  courses: readonly CorrectedCourse[];
  notes: readonly CorrectedNote[];
  /** Of results that are added: positions and class figures of everybody else stay as published. */
  keepsFigures?: boolean;
}

export const studentsOf = (rows: readonly { studentId: number }[]): number[] => [
  ...new Set(rows.map(({ studentId }) => studentId)),
];

export const studentsIn = ({ cells, courses, notes }: Changes): number[] =>
  studentsOf([...cells, ...courses, ...notes]);

/** Of one student. */
export function changesOf({ cells, courses, notes }: Changes, studentId: number): Changes {
  const isOwn = (row: { studentId: number }) => row.studentId === studentId;
  return { cells: cells.filter(isOwn), courses: courses.filter(isOwn), notes: notes.filter(isOwn) };
}

/** How much is changed; marks of an added course belong to it. */
export interface ChangeCounts {
  marks: number;
  courses: number;
  notes: number;
}

export function countsOf({ cells, courses, notes }: Changes): ChangeCounts {
  const added = new Set(courses.map(({ studentId, courseId }) => `${studentId} ${courseId}`));
  const marks = cells.filter(({ studentId, courseId }) => !added.has(`${studentId} ${courseId}`)).length;
  return { marks, courses: courses.length, notes: notes.length };
}
