import { formParts } from '../admissions.ts';
import { IntakeForm, type IntakePaper } from '../intake-form.ts';
import type { StepName } from './step.pages.ts';

/** The parts that are forms of their own. */
export const answerSteps = ['person', 'guardians', 'schools', 'results', 'custom'] as const;
export type AnswerStep = (typeof answerSteps)[number];

export const stepNames = [...answerSteps, 'papers', 'review'] as const satisfies StepName[];

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
