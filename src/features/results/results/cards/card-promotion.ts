import { formatDay } from '#kernel/dates.ts';
import type { AggregateRule } from '#features/results/assessment/compute/aggregate.ts';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import type { Band, Entries, GpaForm, PartGroup } from '#features/results/assessment/compute/types.ts';
import type { CourseStatus } from '#features/results/assessment/compute/course-result.ts';
import type { Position } from '#features/results/assessment/compute/positions.ts';
import type { NotRanked } from '#features/results/assessment/compute/class-results.ts';

/** What follows the session, as it is approved: beside what a publication has sealed, never part of it. */
export interface CardPromotion {
  outcome: 'promoted' | 'on_trial' | 'repeat' | 'graduated' | 'withdrawn';
  className: string;
  /** That the student goes on to. */
  nextClass: string | null;
  designation: string | null;
  /** When it was approved. */
  on: string;
}

/** 'Promoted to JSS 2' */
export function promotionText({ outcome, className, nextClass, designation }: CardPromotion): string {
  if (outcome === 'repeat') return `Repeats ${className}`;
  if (outcome === 'graduated') return designation ? `Graduates, ${designation}` : 'Graduates';
  if (outcome === 'withdrawn') return 'Withdrawn';
  return `Promoted to ${nextClass ?? 'the next class'}${outcome === 'on_trial' ? ' on trial' : ''}`;
}

export const decisionLabel = 'Decision';

/** With the day, since it may follow the publication by weeks. */
export const promotionInFull = (promotion: CardPromotion): string =>
  `${promotionText(promotion)} (approved on ${formatDay(promotion.on)})`;

/** Exact, as `toText` of assessment/compute/fraction-text.ts writes it: '64.5', '1250/3'. Rounded only where it is shown. */
export type Exact = string;

export interface CardCourse {
  id: number;
  code: string;
  title: string;
  units: number;
  /** The parts that this course has, of the card's components. */
  parts: string[];
  /** Hundredths of a mark, or a state, by part. */
  entries: Entries;
  status: CourseStatus;
  total: Exact | null;
  grade: string | null;
  /** Hundredths of a grade point. */
  points: number | null;
  remark: string | null;
  passed: boolean | null;
  /** Totals of the card's earlier terms, and the cumulative with this one. */
  earlier: (Exact | null)[];
  cumulative: Exact | null;
  position: Position | null;
  /** In the last term, where the scheme says so: what the cumulative says, instead of the term’s total. */
  ofSession?: { grade: string; remark: string; passed: boolean } | null;
  /** Hundredths of a mark. Cards from before don’t say it. */
  passMark?: number;
  average: Exact | null;
  highest: Exact | null;
  lowest: Exact | null;
  /** Where the course is graded by another scale than the card's. */
  bands?: Band[];
}

/** What the scheme of most of the courses says about the whole card. */
export type CardRule = Pick<
  SchemeContent,
  'system' | 'cumulative' | 'weights' | 'ranksBatch' | 'ranksClass' | 'ranksCourses' | 'minimumCourses' | 'repeats'
> & {
  /** Of a session’s last term: positions, grades and remarks go by the result of the session. */
  goesBy?: 'session';
  /** Of grade points: few are good. */
  best?: 'low';
  /** How a GPA is written; without it rounded to two decimals. */
  gpaForm?: GpaForm;
  aggregate?: AggregateRule;
};

/** Units and points of the terms until then, points in hundredths. */
export interface GradePoints {
  units: number;
  points: number;
  value: Exact | null;
  /** Units of all courses passed, where some of them earn no points. */
  earned?: number;
}

export interface CardSummary {
  counted: number;
  passed: number;
  sum: Exact;
  average: Exact | null;
  /** Averages of the earlier terms, and the cumulative with this one. */
  earlier: (Exact | null)[];
  cumulative: Exact | null;
  /** Hundredths of points, where the scheme has an aggregate. */
  aggregate?: number | null;
  inBatch: Position | null;
  inClass: Position | null;
  notRanked: NotRanked | null;
  studentsInBatch: number;
  /** Schemes of grade points alone: the term, the terms before, and all together. */
  gpa: GradePoints | null;
  previous: GradePoints | null;
  cgpa: GradePoints | null;
  /** Codes of courses that were failed and not passed since. */
  repeats: string[];
}

/** Everything that a report card says, in exact values: what is printed, and what a publication keeps. */
export interface ReportCard {
  layout: 'secondary' | 'college';
  student: {
    id: number;
    surname: string;
    firstName: string;
    middleName: string | null;
    number: string;
    gender: 'female' | 'male' | null;
  };
  session: string;
  term: string;
  batch: string;
  className: string;
  program: string;
  /** The columns of marks; a maximum (in hundredths) where all courses agree on it. */
  components: { key: string; name: string; maximum: number | null; weight?: number; group?: PartGroup }[];
  earlierTerms: string[];
  courses: CardCourse[];
  summary: CardSummary;
  /** The scale of the student. */
  gradeKey: Band[];
  traits: string[];
  nextTermBegins: string | null;
  /** By which it was computed. */
  rule?: CardRule;
  /** The number of the published result that this one replaces, and the day. */
  corrects?: { number: number; on: string };
  /** The day on which it was added, after the results of the class. */
  addedOn?: string;
  /** Times that the school opened in the term, and that the student was present. Cards from before have no notes. */
  attendance?: { opened: number | null; present: number | null };
  /** Of the traits, A to E; null is not rated. */
  ratings?: { trait: string; rating: string | null }[];
  remarks?: CardRemarks;
  /** The employees who sign, if they are known. Their names stay on their records. */
  signedBy?: Record<keyof CardRemarks, number | null>;
  /** In minor units, where the design shows it. */
  fees?: { owed: number; currency: string };
  /** The version of the design that it is printed by; without one the usual design. */
  design?: { id: number; version: number };
  /** Of a published card of the session's last term; approved after the publication, so it is not kept in it. */
  promotion?: CardPromotion | null;
  /** Of a published card: its CGPA is that of this day, because results of past years were added later. */
  cgpaAsAt?: string;
}

export interface CardRemarks {
  teacher: string | null;
  principal: string | null;
}
