import { formParts, type FormPart } from '../admissions.ts';
import { IntakeForm, type IntakePaper } from '../intake-form.ts';
import { createHash } from 'node:crypto';
import type { OwnApplication } from './open-application.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { FormProps } from '#ui/public/form-props.ts';

/** The parts that are forms of their own. */
export const answerSteps = ['person', 'guardians', 'schools', 'results', 'custom'] as const;
export type AnswerStep = (typeof answerSteps)[number];

const stepNames = [...answerSteps, 'papers', 'review'] as const satisfies StepName[];

export const stepLabels: Record<(typeof stepNames)[number], string> = {
  person: formParts.person,
  guardians: formParts.guardians,
  schools: formParts.schools,
  results: formParts.results,
  custom: formParts.custom,
  papers: 'Photo and papers',
  review: 'Review and send',
};

/** The steps of an intake's form, in their order. */
export function stepsOf(sent: Partial<IntakeForm>, papers: readonly IntakePaper[]): (typeof stepNames)[number][] {
  const form = IntakeForm.parse(sent);
  const isAsked = {
    person: true,
    guardians: true,
    schools: form.schools !== 'hidden',
    results: form.results !== 'hidden',
    custom: Object.values(form.custom).some((need) => need !== 'hidden'),
    papers: papers.length > 0,
    review: true,
  };
  return stepNames.filter((step) => isAsked[step]);
}

type Values = Record<string, string>;

/** Nested values as the names of a form: { guardians: [{ surname }] } is 'guardians.0.surname'. */
function flattened(value: unknown, prefix = ''): Values {
  if (value === null || value === undefined || value === false) return {};
  if (typeof value !== 'object') return { [prefix]: String(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => flattened(part, prefix ? `${prefix}.${name}` : name)),
  ) as Values;
}

/** What is saved of a part, as its form shows it. */
export function savedValues({ application }: OwnApplication, step: AnswerStep): Values {
  const { answers, surname, firstName, middleName, gender, birthDate, phone, email } = application;
  if (step === 'person')
    return flattened({ ...answers.person, surname, firstName, middleName, gender, birthDate, phone, email });
  // Several choices of one field travel as one text.
  if (step === 'custom')
    return Object.fromEntries(
      Object.entries(answers.custom ?? {}).map(([id, value]) => [`custom.${id}`, [value].flat().map(String).join(',')]),
    );
  return flattened(answers[step], step);
}

/** What the form of a part shows: what was typed last, or what is saved. */
export const shownValues = (own: OwnApplication, step: AnswerStep): Values =>
  own.application.answers.typed?.[step] ?? savedValues(own, step);

/** Identifies what a form was opened with, so that it does not overwrite what another window has saved since. */
export function openedWith(own: OwnApplication, step: AnswerStep): string {
  const values = Object.entries(shownValues(own, step)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

/** Rows of a form by their index; blank ones are left out, and keep their index for errors. */
export function rowsOf(sent: Record<string, unknown>, name: string): { at: number; row: Record<string, unknown> }[] {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [field, value] of Object.entries(sent)) {
    const [, at, rest] = new RegExp(`^${name}\\.(\\d{1,2})\\.(.+)$`).exec(field) ?? [];
    if (at === undefined || !rest) continue;
    const row = rows.get(Number(at)) ?? {};
    row[rest] = value;
    rows.set(Number(at), row);
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .filter(([, row]) => Object.values(row).some((value) => typeof value === 'string' && value.trim() !== ''))
    .map(([at, row]) => ({ at, row }));
}

type StepName = FormPart | 'papers' | 'review';

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

interface ReviewPart {
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
