import { expect, test } from 'vitest';
import { phaseOf } from '../registration.ts';
import { firstChoice, isFixed, isRequired, problemOf, type CourseKind, type OpenCourse } from './rules.ts';

const course = (courseId: number, units: number, kind: CourseKind, group: string | null = null): OpenCourse => ({
  courseId,
  code: `C${courseId}`,
  title: '',
  units,
  kind,
  group,
});
const courses = [
  course(1, 3, 'carryOver'),
  course(2, 3, 'compulsory'),
  course(3, 2, 'compulsory'),
  course(4, 0, 'compulsory'),
  course(5, 2, 'elective', 'Language'),
  course(6, 2, 'elective', 'Language'),
  course(7, 3, 'elective', 'Option'),
];
const limits = { minimumUnits: 6, maximumUnits: 12 };

test('carry-overs and compulsory courses are ticked at first, and a choice of them with an elective is fine', () => {
  expect(firstChoice(courses, limits)).toEqual([1, 2, 3, 4]);
  expect(problemOf(courses, [1, 2, 3, 4], limits)).toBeNull();
  expect(problemOf(courses, [1, 2, 3, 4, 5], limits)).toBeNull();
});

test('what must be taken, alternatives, unknown courses and both limits are refused in words', () => {
  expect(problemOf(courses, [2, 3, 4], limits)).toMatch(/C1 hasn’t been passed yet/);
  expect(problemOf(courses, [1, 2, 4], limits)).toMatch(/C3 is compulsory/);
  expect(problemOf(courses, [1, 2, 3], limits)).toMatch(/C4 is compulsory/);
  expect(problemOf(courses, [1, 2, 3, 4, 5, 6], limits)).toMatch(/one of C5, C6/);
  expect(problemOf(courses, [1, 2, 3, 4, 99], limits)).toMatch(/no longer offered/);
  expect(problemOf(courses, [1, 2, 3, 4, 5, 7], limits)).toMatch(/13 units chosen; 12 are allowed/);
  expect(problemOf(courses, [1, 2, 3, 4], { minimumUnits: 9, maximumUnits: 12 })).toMatch(/at least 9/);
});

test('where the maximum leaves no room, compulsory courses give way to carry-overs, and nothing else takes their place', () => {
  const tight = { minimumUnits: 0, maximumUnits: 5 };
  expect(firstChoice(courses, tight)).toEqual([1, 3, 4]);
  expect(problemOf(courses, [1, 3, 4], tight)).toBeNull();
  expect(problemOf(courses, [1, 4, 5], tight)).toMatch(/C3 is compulsory/);
  expect(problemOf(courses, [2, 3, 4], tight)).toMatch(/C1 hasn’t been passed/);
  expect(courses.filter((one) => isFixed(one, courses, tight)).map(({ courseId }) => courseId)).toEqual([1]);
  expect(isRequired(courses[1]!, [courses[0]!, courses[2]!], tight)).toBe(false);
});

test('the days of registration', () => {
  const period = { opensOn: '2026-09-01', closesOn: '2026-09-10', lateUntil: '2026-09-12', closedOn: null };
  const phases = ['2026-08-31', '2026-09-01', '2026-09-10', '2026-09-11', '2026-09-13'].map((day) =>
    phaseOf(period, day),
  );
  expect(phases).toEqual(['before', 'open', 'open', 'late', 'closed']);
  expect(phaseOf({ ...period, lateUntil: null }, '2026-09-11')).toBe('closed');
  expect(phaseOf({ ...period, closedOn: '2026-09-05' }, '2026-09-06')).toBe('closed');
});
