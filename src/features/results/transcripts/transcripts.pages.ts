import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { GraduationProps } from './graduation/graduation.pdf.ts';
import type { PaperForm } from './papers/papers.ts';
import type { PaperKind } from './papers/paper-content.ts';
import type { paperList } from './papers/papers.list.ts';

export const paperListPage = page<PropsOfList<typeof paperList>>('transcripts/paper-list');
export const paperFormPage = page<PaperForm & { kind: PaperKind }>('transcripts/paper-form');
export const paperRevokePage = page<{ id: number; kind: PaperKind; number: string; name: string; isRevoked: boolean }>(
  'transcripts/paper-revoke',
);

export const graduationPage = page<GraduationProps>('transcripts/graduation');

/** An issued paper as its public page shows it: what the paper must say. */
export interface VerifiedPaper {
  institution: string;
  kind: PaperKind;
  number: string;
  /** Null after an erasure. */
  initials: string | null;
  recipient: string | null;
  program: string | null;
  system: 'average' | 'gpa';
  unitsPassed: number;
  /** Exact. */
  overall: string | null;
  gpaForm: GpaForm | null;
  designation: string | null;
  completedOn: string | null;
  /** Of a transcript. */
  terms: number | null;
  courses: number | null;
  issuedOn: string;
  /** A newer one of the same kind was issued to the student. */
  isReplaced: boolean;
  revokedOn: string | null;
}
export const verifyPaperPage = page<{ paper: VerifiedPaper }>('transcripts/verify-paper');
