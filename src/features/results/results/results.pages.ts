import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { PrintedFile } from '#kernel/print/printed-files.ts';
import { page } from '#web/page.ts';
import type { Broadsheet } from './broadsheet/broadsheet.ts';
import type { CardPromotion, ReportCard } from './cards/card-promotion.ts';
import type { CardDesign } from './designs/card-design.ts';
import type { DesignPlaceInput } from './designs/design-fields.ts';
import type { ProgramChoice } from './designs/design-page.queries.ts';
import type { CorrectedSheet } from './corrections/late-results.ts';
import type { CorrectionForm } from './corrections/correction-form.queries.ts';
import type { CorrectionProps } from './corrections/correction-page.queries.ts';
import type { correctionList } from './corrections/corrections.list.ts';
import type { StudentForm } from './corrections/student-form.queries.ts';
import type { OwnSheet } from './own/own-sheets.queries.ts';
import type { SemesterSheet } from './semester/semester-sheet.ts';
import type { ResultSheet } from './term-results/find-sheet.ts';
import type { AnalysisProps } from './analysis/analysis-view.ts';

export interface BroadsheetProps {
  sheet: ResultSheet;
  broadsheet: Broadsheet;
  /** Whether the actor also sees the sheet's own page. */
  canOpenSheet: boolean;
}
export const broadsheetPage = page<BroadsheetProps>('results/broadsheet');

export interface SemesterSheetProps {
  sheet: ResultSheet;
  result: SemesterSheet;
  canOpenSheet: boolean;
}
export const semesterSheetPage = page<SemesterSheetProps>('results/semester-sheet');
export const correctionFormPage = page<CorrectionForm & { sheet: CorrectedSheet }>('results/correction-form');
export const studentCorrectionPage = page<StudentForm & { sheet: CorrectedSheet }>('results/student-correction');
export const correctionListPage = page<PropsOfList<typeof correctionList>>('results/correction-list');
export const correctionPage = page<CorrectionProps>('results/correction');

export const ownResultsPage = page<{ sheets: OwnSheet[]; seesAll: boolean }>('results/own-results');
/** A published result as its public page shows it: what a paper must say. */
export interface VerifiedResult {
  institution: string;
  initials: string;
  session: string;
  term: string;
  batch: string;
  courses: number;
  /** Exact. */
  average: string | null;
  cgpa: string | null;
  gpaForm: GpaForm | null;
  position: string | null;
  /** Beside what is sealed: as it is approved now. */
  promotion: CardPromotion | null;
  publishedOn: string;
  /** Null while it is the current one. */
  replacedOn: string | null;
}
export const verifyResultPage = page<{
  /** Null if the seal does not fit: then nothing of it is shown. */
  result: VerifiedResult | null;
  institution: string | null;
}>('results/verify-result');
export const publishedResultPage = page<{
  id: number;
  institutionId: number;
  isReplaced: boolean;
  card: ReportCard;
  design: Pick<CardDesign, 'parts' | 'footer'>;
  canCorrect: boolean;
}>('results/published-result');

interface CardDesignProps extends DesignPlaceInput {
  institutions: { id: number; name: string }[];
  content: CardDesign;
  /** Of the place's own design; 0 without one. */
  version: number;
  programs: ProgramChoice[];
}
export const cardDesignPage = page<CardDesignProps>('results/card-design');

export const cardFilePage = page<{ file: PrintedFile }>('results/card-file');

export const analysisPage = page<AnalysisProps>('results/analysis');
