import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { applications } from '../admissions.schema.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { checkAge, classToEnter, openIntake } from './open-intake.ts';
import { intakeOf, lockOwn, type OwnApplication, type OwnKey } from './open-application.ts';
import {
  askedFields,
  type AskedField,
  grades,
  customFieldsOf,
  listChoices,
  personFieldsOf,
  titlesInUse,
} from './read-step.ts';
import { change } from './save-step.ts';
import {
  stepLabels,
  answerSteps,
  stepsOf,
  type AnswerStep,
  openedWith,
  savedValues,
  shownValues,
  customPage,
  guardiansPage,
  personPage,
  resultsPage,
  schoolsPage,
  type PersonProps,
  type StepLink,
} from './steps.ts';
import { countOf } from '#ui/format.ts';
import { IntakeForm } from '../intake-form.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import { phoneExample } from '#kernel/phone.ts';
import type { Visit, ReactPages } from '#features/school/site/public/react-pages.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import { applicantAddresses } from './addresses.ts';
import type { FormProps } from '#ui/public/form-props.ts';

/** Sends an application: from then on it has a number, and the school sees it. Sending it again changes nothing. */
export async function sendApplication(tx: Tx, actor: Actor, key: OwnKey, origin: string | null): Promise<void> {
  const { institutionId } = key;
  // The intake is locked before the application.
  const intakeId = await intakeOf(tx, key);
  if (intakeId === null) return;
  const intake = await refusedOnForm(() => openIntake(tx, { institutionId, intakeId }));
  const own = await lockOwn(tx, key, { withPapers: true });
  if (own.application.status !== 'draft') return;
  const { application } = own;
  const problems = Object.entries(problemsOf(own, await askedFields(tx, institutionId, own.intake.form)));
  const [missing] = problems.filter(([, problem]) => problem !== null);
  if (missing) throw new ValidationError('form', `${stepLabels[missing[0] as keyof typeof stepLabels]}: ${missing[1]}`);
  await refusedOnForm(async () => checkAge(intake, application.birthDate!));
  const classId = await refusedOnForm(() => classToEnter(tx, intake, application.classId));
  if (intake.intake.applicationFee > 0 && application.feePaidAt === null)
    throw new ValidationError('form', 'Pay the application fee, then send the application.');
  const number = await nextNumber(tx, actor, own);
  const { typed: _, ...answers } = application.answers;
  await change(tx, own, { status: 'submitted', submittedAt: sql`now()` as never, number, classId, answers });
  await record(tx, actor, 'admissions.submit', {
    institutionId,
    summary: `sent application ${number} for ${intake.program}`,
    subject: { type: 'application', id: application.id },
  });
  await notifyApplicants(tx, institutionId, [application.id], 'submitted', origin);
}

/** What the form cannot change any more is said above it. */
async function refusedOnForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) throw new ValidationError('form', error.message);
    throw error;
  }
}

/** The next number of the intake's pattern that is free. */
async function nextNumber(tx: Tx, actor: Actor, { application, className, intake }: OwnApplication): Promise<string> {
  const { institutionId } = application;
  const year = Number(today(membershipIn(actor, institutionId)!.timeZone).slice(0, 4));
  const [program] = await tx
    .select({ code: programs.code })
    .from(programs)
    .where(hasKey(programs, institutionId, intake.programId));
  const parts = { year, class: className ?? '', program: program!.code };
  for (;;) {
    const sequence = await take(tx, institutionId, counterName('application', intake.numberPattern, parts));
    const number = formatNumber(intake.numberPattern, parts, sequence);
    const isTaken = await tx.$count(
      applications,
      and(eq(applications.institutionId, institutionId), eq(applications.number, number)),
    );
    if (!isTaken) return number;
  }
}

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

export interface AtStep {
  at: Visit;
  own: OwnApplication;
  code: string;
  csrf: string;
}

type StepViewStep = ReturnType<typeof stepsOf>[number];

/** The steps with what is done; after sending, no step leads anywhere. */
export function stepLinks({ at, own, code }: AtStep, current: StepViewStep, custom: readonly AskedField[]): StepLink[] {
  if (own.application.status !== 'draft') return [];
  const to = applicantAddresses(at.site.slug);
  const problems = problemsOf(own, custom);
  const { answers } = own.application;
  const isTouched = (step: StepViewStep) =>
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
export function neighbours({ at, own, code }: Omit<AtStep, 'csrf'>, step: StepViewStep) {
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
