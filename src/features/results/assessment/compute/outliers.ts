import { divide, fraction, reaches, subtract, sum, type Fraction } from './fraction.ts';
import { shown } from './fraction-text.ts';
import type { Component, Entries } from './types.ts';

/** From so many students on, the same mark for all is worth a question. */
export const leastForSameMark = 5;

export interface SameMark {
  readonly component: string;
  /** Hundredths. */
  readonly mark: number;
  readonly students: number;
}

/**
 * Components of a course in which every student with a mark has the same one, 5 marks at least: what a filled column
 * looks like. Words and missing entries are no marks.
 */
export function sameMarks(rows: readonly Entries[], components: readonly Component[]): SameMark[] {
  return components.flatMap(({ key }) => {
    const marks = rows.map((entries) => entries[key]).filter((entry) => typeof entry === 'number');
    const [mark] = marks;
    if (mark === undefined || marks.length < leastForSameMark || marks.some((other) => other !== mark)) return [];
    return [{ component: key, mark, students: marks.length }];
  });
}

export interface FarMark {
  readonly course: number | string;
  readonly total: Fraction;
  /** The mean of the student's other courses. */
  readonly own: Fraction;
  readonly words: string;
}

export interface FarRule {
  /** Hundredths of a mark between a total and the mean of the others. */
  readonly distance: number;
  /** Other courses with a total that a mean needs. */
  readonly otherCourses: number;
}

export const usualFarRule: FarRule = { distance: 30_00, otherCourses: 3 };

/**
 * Courses in which one student's total lies 30 marks or more above or below the mean of the student's other totals, of
 * which there must be 3 at least. Pass totals of complete courses alone: an absence is no outlier.
 */
export function farFromOwnMean(
  courses: readonly { course: number | string; total: Fraction }[],
  rule: FarRule = usualFarRule,
): FarMark[] {
  const others = courses.length - 1;
  if (others < Math.max(rule.otherCourses, 1)) return [];
  const all = sum(courses.map(({ total }) => total));
  return courses.flatMap(({ course, total }) => {
    const own = divide(subtract(all, total), fraction(others));
    const apart = subtract(total, own);
    const distance = apart.top < 0 ? subtract(own, total) : apart;
    if (!reaches(distance, rule.distance)) return [];
    const words = `${shown(total)} is ${shown(distance)} ${apart.top < 0 ? 'below' : 'above'} the mean of the other courses (${shown(own)}).`;
    return [{ course, total, own, words }];
  });
}
