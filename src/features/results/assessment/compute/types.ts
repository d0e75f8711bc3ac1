/*
 * Words of the computation. Marks, maxima and band limits are whole hundredths: 64.5 marks are 6450. Points are hundredths
 * with a decimal at most: 3.25 points are 325, 3.333 are 333.3; `inTenths` makes them whole to be added up. Totals,
 * averages and grade point averages are exact fractions in marks or points.
 */

/** A part of a course's assessment: Test 1, Project, Examination. `maximum` in hundredths of a mark. */
export interface Component {
  readonly key: string;
  readonly name: string;
  readonly maximum: number;
  /** What the highest mark counts in the total of 100, in hundredths; without it, itself. */
  readonly weight?: number;
  /** Only the `best` of the parts with the same group count; all of them count the same. */
  readonly group?: PartGroup;
}

export interface PartGroup {
  readonly name: string;
  readonly best: number;
}

/**
 * Why there is no mark. `unfinished`: the student has not done all of it ("Incomplete"); `pending`: done, and the mark
 * is still to come. Both are settled later, in the sheet or by a correction.
 */
export const noMarks = ['absent', 'exempt', 'withheld', 'unfinished', 'pending'] as const;

/** Hundredths of a mark, or why there is none. No entry at all is "not entered". */
export type Entry = number | (typeof noMarks)[number];

/** Entries by component key. */
export type Entries = Readonly<Record<string, Entry | null | undefined>>;

/** Totals of `from` (hundredths of a mark) and more have this grade, unless a band above takes them. Highest band first. */
export interface Band {
  readonly from: number;
  readonly grade: string;
  /** Hundredths of a grade point, with a decimal at most. */
  readonly points: number;
  readonly remark: string;
}

/** A class of degree or diploma: CGPAs (or averages) of `from` hundredths and more, or up to it. The best first. */
export interface Designation {
  readonly from: number;
  readonly name: string;
  /** Of a scale in which few points are good. */
  readonly upTo?: true;
}

export interface Scale {
  readonly bands: readonly Band[];
  readonly designations: readonly Designation[];
}

/** What is wrong in a form: the row and its field, or the whole list (`index` null). */
export interface Problem {
  readonly index: number | null;
  readonly field: string;
  readonly message: string;
}

/**
 * `all_attempts`: each attempt counts in the CGPA. `replaces`: the latest attempt at a course counts alone. `highest`: the
 * one with most points, of equal ones the first. `lowest`: the same where few points are good.
 */
export type RepeatsPolicy = 'all_attempts' | 'replaces' | 'highest' | 'lowest';

/** Points as whole tenths of hundredths. */
export const inTenths = (points: number): number => Math.round(points * 10);

/** How a GPA is written: decimals, and whether the rest is rounded or cut off. */
export type GpaForm = 'round2' | 'cut2' | 'round3' | 'cut3';

/** Whether few points are good, as in WAEC grades (A1 to F9) and German ones (1.0 to 5.0). The best band comes first. */
export const isLowBest = (bands: readonly Band[]): boolean =>
  bands.length > 0 && bands[0]!.points < bands.at(-1)!.points;

/** What a scheme says of a retake, by the direction of the scale. */
export const repeatsBy = (policy: RepeatsPolicy, bands: readonly Band[]): RepeatsPolicy =>
  policy === 'highest' && isLowBest(bands) ? 'lowest' : policy;
