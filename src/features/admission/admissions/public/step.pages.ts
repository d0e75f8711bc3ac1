import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormPart } from '../admissions.ts';
import type { FormProps } from '#ui/public/form-props.ts';

export type StepName = FormPart | 'papers' | 'review';

export interface StepLink {
  name: StepName;
  label: string;
  href: string;
  isDone: boolean;
  isCurrent: boolean;
}

export interface Choice {
  value: string;
  label: string;
}

/** A field beyond those that every form has. */
export interface ExtraField {
  name: string;
  label: string;
  type: 'text' | 'textarea' | 'select' | 'checks' | 'number' | 'date';
  isOptional: boolean;
  hint?: string | null;
  options?: Choice[];
}

interface StepShared extends FormProps {
  steps: StepLink[];
  /** What is applied for. */
  program: string;
  /** Shown first, with how to come back. */
  code: string;
  isNew: boolean;
  /** The code went to the contact too. */
  isSent: boolean;
  /** After it was sent: what the school asks for. */
  task: string | null;
  /** The fingerprint of what the form shows. */
  opened: string;
  /** What another window has saved meanwhile: label and value of what differs. */
  elsewhere: { name: string; value: string }[];
  back: string | null;
}

export interface PersonProps extends StepShared {
  fields: ExtraField[];
  lgas: string;
  phoneHint: string;
}
export interface GuardiansProps extends StepShared {
  required: number;
  relations: Choice[];
  titles: string[];
  phoneHint: string;
}
export interface RowsProps extends StepShared {
  isRequired: boolean;
}
export interface ResultsProps extends RowsProps {
  examinations: Choice[];
  grades: string[];
}
export interface CustomProps extends StepShared {
  fields: ExtraField[];
}
export const personPage = publicPage<PersonProps>('admissions/step-person');
export const guardiansPage = publicPage<GuardiansProps>('admissions/step-guardians');
export const schoolsPage = publicPage<RowsProps>('admissions/step-schools');
export const resultsPage = publicPage<ResultsProps>('admissions/step-results');
export const customPage = publicPage<CustomProps>('admissions/step-custom');

export interface PaperRow {
  key: string;
  label: string;
  isRequired: boolean;
  isPhoto: boolean;
  /** Null while nothing was sent. */
  file: { name: string; size: string; href: string } | null;
  task: string | null;
  isEditable: boolean;
}
export interface PapersProps extends FormProps {
  steps: StepLink[];
  papers: PaperRow[];
  next: string;
  back: string;
}
export const papersPage = publicPage<PapersProps>('admissions/step-papers');

export interface ReviewPart {
  label: string;
  href: string;
  /** Null if nothing is missing. */
  problem: string | null;
  rows: { label: string; value: string }[];
}
export interface ReviewProps extends FormProps {
  steps: StepLink[];
  parts: ReviewPart[];
  program: string;
  /** A fee that is to be paid before sending. */
  fee: FeeForm | null;
  isReady: boolean;
}
export const reviewPage = publicPage<ReviewProps>('admissions/step-review');

/** A plain form of the orders, to pay a fee of the application. */
export interface FeeForm {
  action: string;
  institution: string;
  code: string;
  kind: 'application' | 'acceptance';
  amount: string;
}

export interface StatusProps extends FormProps {
  name: string;
  number: string | null;
  program: string;
  status: string;
  /** What happens next. */
  words: string;
  facts: { label: string; value: string }[];
  tasks: { message: string; href: string }[];
  slip: string | null;
  letter: string | null;
  offer: { accept: string; decline: string; fee: FeeForm | null } | null;
  code: string;
}
export const statusPage = publicPage<StatusProps>('admissions/status');
