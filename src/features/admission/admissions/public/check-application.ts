import { countOf } from '#ui/format.ts';
import { IntakeForm } from '../intake-form.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import type { OwnApplication } from './own-application.ts';
import type { AskedField } from './read-custom.ts';
import { answerSteps, stepsOf, type AnswerStep } from './steps.ts';

type Step = ReturnType<typeof stepsOf>[number];

/** What each part still misses, in words; null for a finished part. What was saved has been checked already. */
export function problemsOf(own: OwnApplication, custom: readonly AskedField[]): Partial<Record<Step, string | null>> {
  const { application, intake } = own;
  const form = IntakeForm.parse(intake.form);
  const { answers } = application;
  const missing: Record<AnswerStep | 'papers', () => string | null> = {
    person: () => (personIsThere(own, form) ? null : 'Some details are missing.'),
    guardians: () => {
      const left = form.guardians - (answers.guardians?.length ?? 0);
      return left > 0
        ? `${countOf(form.guardians, 'parent or guardian is', 'parents or guardians are')} required.`
        : null;
    },
    schools: () => (form.schools === 'required' && !answers.schools?.length ? 'The last school is missing.' : null),
    results: () => (form.results === 'required' && !answers.results?.length ? 'The results are missing.' : null),
    custom: () => {
      const open = custom.find(({ id, isAskedFor }) => isAskedFor === 'required' && answers.custom?.[id] === undefined);
      return open ? `${open.label} is missing.` : null;
    },
    papers: () => {
      const open = intake.papers.filter(({ key, isRequired }) => isRequired && !hasPaper(own, key));
      return open.length ? `Missing: ${open.map(({ label }) => label).join(', ')}.` : null;
    },
  };
  const steps = stepsOf(intake.form, intake.papers).filter((step) => step !== 'review');
  return Object.fromEntries(
    steps.map((step) => {
      const isTyped = (answerSteps as readonly string[]).includes(step) && answers.typed?.[step] !== undefined;
      return [
        step,
        missing[step]() ?? (isTyped ? 'Your last entries have not been saved. Open this part and save it.' : null),
      ];
    }),
  );
}

function personIsThere({ application }: OwnApplication, form: IntakeForm): boolean {
  const { answers, birthDate, gender, middleName } = application;
  if (!gender || !birthDate) return false;
  const values: Partial<Record<AskableField, unknown>> = { ...answers.person, middleName };
  return (Object.keys(askableFields) as AskableField[]).every(
    (field) => form.fields[field] !== 'required' || Boolean(values[field]),
  );
}

export const hasPaper = ({ application, papers }: OwnApplication, key: string): boolean =>
  key === 'photo' ? application.photoId !== null : papers.some(({ kind }) => kind === key);
