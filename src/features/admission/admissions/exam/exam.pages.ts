import type { Bounded } from '#kernel/database/bounded.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';
import type { Examination } from './exam.queries.ts';
import type { MarksRow } from './marks.queries.ts';

export interface ExamPageProps {
  exam: Examination;
  can: { review: boolean };
}
export const examPage = page<ExamPageProps>('admissions/exam');

export interface SittingFormProps {
  exam: Pick<Examination, 'id' | 'name' | 'institutionId'>;
  sitting: { id: number; startsAt: string; venue: string; seats: number; note: string | null } | null;
  today: string;
  opened?: Opened;
}
export const sittingFormPage = page<SittingFormProps>('admissions/sitting-form');

export interface MarksPageProps {
  exam: Examination;
  /** The sitting that the rows are of. */
  sitting: number | null;
  /** The first page of them. */
  rows: Bounded<MarksRow>;
  total: number;
  can: { review: boolean };
}
export const marksPage = page<MarksPageProps>('admissions/marks');
