import type { Component, Designation, Scale } from './types.ts';

/** A grading scale to begin with. The figures are those of the bodies named; an institution edits its own copy. */
interface ScalePreset extends Scale {
  readonly key: string;
  readonly name: string;
  /** What designations are measured by. */
  readonly system: 'average' | 'gpa';
  /** Hundredths of a mark. */
  readonly passMark: number;
}

type Row = readonly [from: number, grade: string, points: number, remark: string];

const bands = (...rows: Row[]) =>
  rows.map(([from, grade, points, remark]) => ({ from: from * 100, grade, points: Math.round(points * 100), remark }));

const classes = (...rows: (readonly [from: number, name: string])[]): Designation[] =>
  rows.map(([from, name]) => ({ from: Math.round(from * 100), name }));

/** West African Examinations Council, WASSCE. It has no points and no classes. */
const waec: ScalePreset = {
  key: 'waec',
  name: 'WAEC (A1 to F9)',
  system: 'average',
  passMark: 40_00,
  bands: bands(
    [75, 'A1', 0, 'Excellent'],
    [70, 'B2', 0, 'Very good'],
    [65, 'B3', 0, 'Good'],
    [60, 'C4', 0, 'Credit'],
    [55, 'C5', 0, 'Credit'],
    [50, 'C6', 0, 'Credit'],
    [45, 'D7', 0, 'Pass'],
    [40, 'E8', 0, 'Pass'],
    [0, 'F9', 0, 'Fail'],
  ),
  designations: [],
};

/** The same with points from 1 to 9, few of them good: a scheme of averages adds up those of the best courses. */
const waecPoints: ScalePreset = {
  ...waec,
  key: 'waec-points',
  name: 'WAEC points (A1 is 1, F9 is 9)',
  bands: waec.bands.map((band, at) => ({ ...band, points: (at + 1) * 100 })),
};

/** National Universities Commission, course system with five points. */
const universityFive: ScalePreset = {
  key: 'university-5',
  name: 'University, 5 points',
  system: 'gpa',
  passMark: 40_00,
  bands: bands(
    [70, 'A', 5, 'Excellent'],
    [60, 'B', 4, 'Very good'],
    [50, 'C', 3, 'Good'],
    [45, 'D', 2, 'Fair'],
    [40, 'E', 1, 'Pass'],
    [0, 'F', 0, 'Fail'],
  ),
  designations: classes(
    [4.5, 'First Class'],
    [3.5, 'Second Class Upper'],
    [2.4, 'Second Class Lower'],
    [1.5, 'Third Class'],
    [1, 'Pass'],
  ),
};

/** National Universities Commission, course system with four points. */
const universityFour: ScalePreset = {
  key: 'university-4',
  name: 'University, 4 points',
  system: 'gpa',
  passMark: 45_00,
  bands: bands(
    [70, 'A', 4, 'Excellent'],
    [60, 'B', 3, 'Good'],
    [50, 'C', 2, 'Fair'],
    [45, 'D', 1, 'Pass'],
    [0, 'F', 0, 'Fail'],
  ),
  designations: classes([3.5, 'First Class'], [3, 'Second Class Upper'], [2, 'Second Class Lower'], [1, 'Third Class']),
};

/** National Board for Technical Education, ND and HND; adopted for example by the Federal Polytechnic, Bida, in 2015. */
const polytechnic: ScalePreset = {
  key: 'polytechnic',
  name: 'Polytechnic (NBTE)',
  system: 'gpa',
  passMark: 40_00,
  bands: bands(
    [75, 'A', 4, 'Excellent'],
    [70, 'AB', 3.5, 'Very good'],
    [65, 'B', 3.25, 'Good'],
    [60, 'BC', 3, 'Good'],
    [55, 'C', 2.75, 'Credit'],
    [50, 'CD', 2.5, 'Credit'],
    [45, 'D', 2.25, 'Pass'],
    [40, 'E', 2, 'Pass'],
    [0, 'F', 0, 'Fail'],
  ),
  designations: classes([3.5, 'Distinction'], [3, 'Upper Credit'], [2.5, 'Lower Credit'], [2, 'Pass']),
};

/** The six grades of German schools. States set their own marks; these are those of the chambers of commerce (IHK). */
const german: ScalePreset = {
  key: 'german',
  name: 'German scale (1 to 6)',
  system: 'gpa',
  passMark: 50_00,
  bands: bands(
    [92, '1', 1, 'Very good (sehr gut)'],
    [81, '2', 2, 'Good (gut)'],
    [67, '3', 3, 'Satisfactory (befriedigend)'],
    [50, '4', 4, 'Adequate (ausreichend)'],
    [30, '5', 5, 'Poor (mangelhaft)'],
    [0, '6', 6, 'Very poor (ungenügend)'],
  ),
  designations: [],
};

export const scalePresets: readonly ScalePreset[] = [
  waec,
  waecPoints,
  universityFive,
  universityFour,
  polytechnic,
  german,
];

interface ComponentPreset {
  readonly key: string;
  readonly name: string;
  readonly components: readonly Component[];
}

const parts = (...rows: (readonly [key: string, name: string, maximum: number])[]): Component[] =>
  rows.map(([key, name, maximum]) => ({ key, name, maximum: maximum * 100 }));

export const componentPresets: readonly ComponentPreset[] = [
  {
    key: '40-60',
    name: 'Continuous assessment 40, examination 60',
    components: parts(['ca', 'Continuous assessment', 40], ['exam', 'Examination', 60]),
  },
  {
    key: '30-70',
    name: 'Continuous assessment 30, examination 70',
    components: parts(['ca', 'Continuous assessment', 30], ['exam', 'Examination', 70]),
  },
  {
    key: '20-20-10-50',
    name: 'Two tests of 20, assignment 10, examination 50',
    components: parts(
      ['test1', 'Test 1', 20],
      ['test2', 'Test 2', 20],
      ['assignment', 'Assignment', 10],
      ['exam', 'Examination', 50],
    ),
  },
];
