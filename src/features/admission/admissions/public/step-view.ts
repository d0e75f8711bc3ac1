import { phoneExample } from '#kernel/phone.ts';
import type { Visit, ReactPages } from '#features/school/site/public/react-pages.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import { IntakeForm } from '../intake-form.ts';
import { applicantAddresses } from './addresses.ts';
import { problemsOf } from './check-application.ts';
import type { OwnApplication } from './own-application.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import {
  customPage,
  guardiansPage,
  personPage,
  resultsPage,
  schoolsPage,
  type PersonProps,
  type StepLink,
} from './step.pages.ts';
import { askedFields, type AskedField } from './read-custom.ts';
import { grades } from './read-rows.ts';
import { customFieldsOf, listChoices, personFieldsOf, titlesInUse } from './step-choices.ts';
import { openedWith, savedValues, shownValues } from './step-values.ts';
import { stepLabels, stepsOf, type AnswerStep } from './steps.ts';

export interface AtStep {
  at: Visit;
  own: OwnApplication;
  code: string;
  csrf: string;
}

type Step = ReturnType<typeof stepsOf>[number];

/** The steps with what is done; after sending, no step leads anywhere. */
export function stepLinks({ at, own, code }: AtStep, current: Step, custom: readonly AskedField[]): StepLink[] {
  if (own.application.status !== 'draft') return [];
  const to = applicantAddresses(at.site.slug);
  const problems = problemsOf(own, custom);
  const { answers } = own.application;
  const isTouched = (step: Step) =>
    step === 'person' || step === 'papers' || (step !== 'review' && answers[step] !== undefined);
  return stepsOf(own.intake.form, own.intake.papers).map((name) => ({
    name,
    label: stepLabels[name],
    href: to.own(code, name),
    isCurrent: name === current,
    isDone: name !== 'review' && problems[name] === null && isTouched(name),
  }));
}

/** Where a step leads: the next one, or after sending back to the status page. */
export function neighbours({ at, own, code }: Omit<AtStep, 'csrf'>, step: Step) {
  const to = applicantAddresses(at.site.slug);
  if (own.application.status !== 'draft') return { next: to.own(code), back: to.own(code) };
  const steps = stepsOf(own.intake.form, own.intake.papers);
  const place = steps.indexOf(step);
  const back = steps[place - 1];
  return { next: to.own(code, steps[place + 1] ?? 'review'), back: back ? to.own(code, back) : null };
}

/** What every form of a part shows. */
function shared(step: AnswerStep, here: AtStep, custom: readonly AskedField[]) {
  const { at, code, csrf, own } = here;
  return {
    program: `${own.program}, ${own.session}`,
    csrf,
    code,
    action: applicantAddresses(at.site.slug).own(code, step),
    steps: stepLinks(here, step, custom),
    values: shownValues(own, step),
    errors: {},
    message: null,
    opened: openedWith(own, step),
    elsewhere: [],
    isNew: false,
    isSent: true,
    task: own.tasks.find(({ part }) => part === step)?.message ?? null,
    back: neighbours(here, step).back,
  } satisfies Omit<PersonProps, 'fields' | 'lgas' | 'phoneHint'>;
}
export type SharedStep = ReturnType<typeof shared>;

type Built = { page: PublicPage<FormProps>; props: FormProps };

/** The page of a part with everything it shows. */
export async function stepPage(pages: ReactPages, step: AnswerStep, here: AtStep): Promise<Built> {
  const { at, own } = here;
  const { place, site } = at;
  const { institutionId } = place;
  const { form } = own.intake;
  const countryId = site.countryId ?? 'NG';
  const whole = IntakeForm.parse(form);
  const values = shownValues(own, step);
  const [custom, fields, relations] = await pages.read(place, (db) =>
    Promise.all([
      askedFields(db, institutionId, form),
      step === 'person'
        ? personFieldsOf(db, {
            institutionId,
            form,
            countryId: values['countryId'] || countryId,
            stateId: values['stateId'],
          })
        : [],
      step === 'guardians' ? listChoices(db, institutionId, 'guardianRelations') : [],
    ]),
  );
  const base = shared(step, here, custom);
  const hint = `For example ${phoneExample(countryId)}`;
  const of = <Props extends FormProps>(page: PublicPage<Props>, props: Props) => ({ page, props }) as unknown as Built;
  switch (step) {
    case 'person': {
      const lgas = applicantAddresses(site.slug).lgas;
      const shown = { countryId, nationalityId: countryId, ...base.values };
      return of(personPage, { ...base, values: shown, fields, lgas, phoneHint: hint });
    }
    case 'guardians':
      return of(guardiansPage, { ...base, required: whole.guardians, relations, titles: titlesInUse, phoneHint: hint });
    case 'schools':
      return of(schoolsPage, { ...base, isRequired: whole.schools === 'required' });
    case 'results':
      return of(resultsPage, {
        ...base,
        isRequired: whole.results === 'required',
        examinations: whole.examinations.map((name) => ({ value: name, label: name })),
        grades,
      });
    case 'custom':
      return of(customPage, { ...base, fields: customFieldsOf(custom) });
  }
}

/** Values that another window has saved and this form does not have. */
export function savedElsewhere(own: OwnApplication, step: AnswerStep, typed: Record<string, string>) {
  const saved = { ...savedValues(own, step), ...own.application.answers.typed?.[step] };
  return [...new Set([...Object.keys(saved), ...Object.keys(typed)])]
    .filter((name) => (saved[name] ?? '') !== (typed[name] ?? ''))
    .map((name) => ({ name: labelOfField(name), value: saved[name] ?? '' }));
}

/** 'guardians.0.firstName' is 'Guardians 1: first name'. */
function labelOfField(name: string): string {
  const words = (text: string) =>
    text
      .replace(/Id$/, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase();
  const [list, at, ...field] = name.split('.');
  const label =
    at === undefined ? words(list!) : `${list} ${Number(at) + 1}${field.length ? `: ${words(field.join(' '))}` : ''}`;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
