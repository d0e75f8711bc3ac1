import { countOf } from '#ui/format.ts';

export const courseKinds = { carryOver: 'Carry-overs', compulsory: 'Compulsory', elective: 'Electives' } as const;
export type CourseKind = keyof typeof courseKinds;

/** A course that a student can register for. */
export interface OpenCourse {
  courseId: number;
  code: string;
  title: string;
  units: number;
  kind: CourseKind;
  /** Of an elective: one of each group. */
  group: string | null;
}

interface UnitLimits {
  minimumUnits: number;
  maximumUnits: number;
}

/** Carry-overs come before compulsory courses, and those before electives. */
const ranks: Record<CourseKind, number> = { carryOver: 0, compulsory: 1, elective: 2 };

export const unitsOf = (courses: readonly OpenCourse[]): number => courses.reduce((sum, { units }) => sum + units, 0);

/** In the order in which they are taken: by kind, then by code. */
export const inOrder = (courses: readonly OpenCourse[]): OpenCourse[] =>
  courses.toSorted((a, b) => ranks[a.kind] - ranks[b.kind] || a.code.localeCompare(b.code));

/** What is ticked at first: carry-overs, then compulsory courses, as many as the maximum allows. */
export function firstChoice(courses: readonly OpenCourse[], { maximumUnits }: UnitLimits): number[] {
  let units = 0;
  return inOrder(courses).flatMap((course) => {
    if (course.kind === 'elective' || units + course.units > maximumUnits) return [];
    units += course.units;
    return [course.courseId];
  });
}

/** A course that can't be left out: those that come before it, with it, fit in the maximum. */
export function isRequired(course: OpenCourse, chosen: readonly OpenCourse[], { maximumUnits }: UnitLimits): boolean {
  if (course.kind === 'elective') return false;
  const before = chosen.filter((one) => one.courseId !== course.courseId && ranks[one.kind] <= ranks[course.kind]);
  return unitsOf(before) + course.units <= maximumUnits;
}

/** A course whose tick can’t be removed: it and all that come before or beside it fit. Otherwise the student chooses. */
export function isFixed(course: OpenCourse, courses: readonly OpenCourse[], { maximumUnits }: UnitLimits): boolean {
  if (course.kind === 'elective') return false;
  return unitsOf(courses.filter(({ kind }) => ranks[kind] <= ranks[course.kind])) <= maximumUnits;
}

/** What is wrong with a choice, in words; null if it can be submitted. */
export const problemOf = (
  courses: readonly OpenCourse[],
  chosenIds: readonly number[],
  limits: UnitLimits,
): string | null => problemOfCourses(courses, chosenIds, limits) ?? problemOfUnits(courses, chosenIds, limits);

/**
 * The same, whatever the units are. Carry-overs and compulsory courses are left out only where the maximum leaves no room
 * for them, carry-overs last.
 */
export function problemOfCourses(
  courses: readonly OpenCourse[],
  chosenIds: readonly number[],
  limits: UnitLimits,
): string | null {
  const ids = new Set(chosenIds);
  const chosen = courses.filter(({ courseId }) => ids.has(courseId));
  if (chosen.length < ids.size) return 'A course is no longer offered. Reload the page and choose again.';
  const missing = inOrder(courses).find((course) => !ids.has(course.courseId) && isRequired(course, chosen, limits));
  if (missing)
    return missing.kind === 'carryOver'
      ? `${missing.code} hasn’t been passed yet. Register for it first.`
      : `${missing.code} is compulsory. Register for it.`;
  const groups = Map.groupBy(
    chosen.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  const twice = [...groups.values()].find((own) => own.length > 1);
  return twice ? `Choose one of ${twice.map(({ code }) => code).join(', ')}: they are alternatives.` : null;
}

/** Too many units, or too few. */
export function problemOfUnits(
  courses: readonly OpenCourse[],
  chosenIds: readonly number[],
  limits: UnitLimits,
): string | null {
  const units = unitsOf(courses.filter(({ courseId }) => chosenIds.includes(courseId)));
  if (units > limits.maximumUnits)
    return `${countOf(units, 'unit')} chosen; ${limits.maximumUnits} are allowed. Remove a course.`;
  if (units < limits.minimumUnits)
    return `${countOf(units, 'unit')} chosen; at least ${limits.minimumUnits} are needed. Add a course.`;
  return null;
}
