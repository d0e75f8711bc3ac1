import type { Component, Entry, GpaForm, RepeatsPolicy } from './compute/types.ts';

export interface Trait {
  key: string;
  name: string;
}

export const entryLabels = {
  absent: 'Absent',
  exempt: 'Exempt',
  withheld: 'Withheld',
  unfinished: 'Incomplete',
  pending: 'Pending',
} as const satisfies Record<Exclude<Entry, number>, string>;

export const systems = { average: 'Averages of 100', gpa: 'Grade points (GPA)' } as const;
export type System = keyof typeof systems;

export const cumulatives = {
  mean: 'The mean of the terms',
  weighted: 'The terms by weight',
  last: 'The last term only',
} as const;
export type Cumulative = keyof typeof cumulatives;

/** In a scheme; the direction of the scale says which grade is better. */
export const repeatPolicies: Record<Exclude<RepeatsPolicy, 'lowest'>, string> = {
  all_attempts: 'Every attempt counts',
  replaces: 'The retake replaces the earlier attempt',
  highest: 'The better grade counts',
};

/** How a GPA and a CGPA are written. */
export const gpaForms: Record<GpaForm, string> = {
  round2: '2 decimals, rounded',
  cut2: '2 decimals, truncated',
  round3: '3 decimals, rounded',
  cut3: '3 decimals, truncated',
};

/** What positions, grades and remarks go by in the last term of a session. */
export const lastTerms = { term: 'The last term only', cumulative: 'The result of the session' } as const;
export type LastTerm = keyof typeof lastTerms;

/** The smallest part of a mark, in hundredths. */
export const steps = {
  100: 'Whole marks',
  50: 'Halves (12.5)',
  25: 'Quarters (12.25)',
  10: 'One decimal (12.3)',
  1: 'Two decimals (12.34)',
} as const;
export type Step = keyof typeof steps;

/** What a scheme was when a sheet took it. */
export interface SchemeContent {
  name: string;
  system: System;
  components: Component[];
  step: Step;
  passMark: number;
  scaleId: number;
  cumulative: Cumulative;
  weights: number[];
  /** Versions from before don’t say it: the term. */
  lastTerm?: LastTerm;
  ranksBatch: boolean;
  ranksClass: boolean;
  ranksCourses: boolean;
  minimumCourses: number;
  repeats: RepeatsPolicy;
  /** Courses are passed or failed alone. Versions from before don’t say it: they are graded. */
  passFail?: boolean;
  /** Versions from before don’t say it: two decimals, rounded. */
  gpaForm?: GpaForm;
  /** Averages: of how many courses the points are added up to an aggregate; null or absent: none. */
  aggregateOf?: number | null;
  traits: Trait[];
}
