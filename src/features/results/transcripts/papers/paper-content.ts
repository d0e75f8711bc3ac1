import type { CourseStatus } from '#features/results/assessment/compute/course-result.ts';
import type { Band, GpaForm } from '#features/results/assessment/compute/types.ts';
import type { AcademicStanding } from '#features/results/assessment/compute/academic-record.ts';
import type { Exact } from '#features/results/results/cards/card-promotion.ts';

export const paperKinds = { transcript: 'Transcript', statement: 'Statement of result' } as const;
export type PaperKind = keyof typeof paperKinds;

export const standingLabels: Record<AcademicStanding, string> = {
  good: 'Good standing',
  probation: 'Probation',
  withdrawal: 'Withdrawal',
};

export interface PaperCourse {
  code: string;
  title: string;
  units: number;
  status: CourseStatus;
  total: Exact | null;
  grade: string | null;
  /** Hundredths of a grade point. */
  points: number | null;
}

export interface PaperTerm {
  session: string;
  term: string;
  /** The class, or the batch where the class is not known. */
  place: string | null;
  system: 'average' | 'gpa';
  courses: PaperCourse[];
  /** Units and points of the term; points in hundredths, as all of them. */
  units: number;
  points: number;
  gpa: Exact | null;
  /** How it is written, as on the card of its day. */
  gpaForm?: GpaForm;
  /** Reached by the end of the term; null where the record has averages. */
  cumulative: { units: number; unitsPassed: number; points: number; value: Exact | null } | null;
  repeats: string[];
  academicStanding: AcademicStanding | null;
  average: Exact | null;
  position: { position: number; of: number | null } | null;
}

interface CommonContent {
  studentId: number;
  /** As text on the paper. */
  admissionNumber: string;
  program: string | null;
  className: string | null;
  system: 'average' | 'gpa';
  units: number;
  unitsPassed: number;
  /** How a CGPA is written; without it rounded to two decimals. */
  gpaForm?: GpaForm;
  /** The CGPA, or the mean of the terms’ averages. */
  overall: Exact | null;
  designation: string | null;
  repeats: string[];
}

/** Everything that a transcript says, besides names, in exact values. */
export interface TranscriptContent extends CommonContent {
  kind: 'transcript';
  admittedOn: string | null;
  gradeKey: Band[];
  terms: PaperTerm[];
}

/** What a statement of result says, besides names. */
export interface StatementContent extends CommonContent {
  kind: 'statement';
  session: string | null;
  completedOn: string;
}

export type PaperContent = TranscriptContent | StatementContent;

/** Whose paper it is, and for whom: erased with the person, while its digest stays. */
export interface PaperNames {
  surname: string;
  firstName: string;
  middleName: string | null;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  recipient: string;
  purpose: string | null;
}
