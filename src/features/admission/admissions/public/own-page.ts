import { type Heading, type ReactPages, reactPages } from '#features/school/site/public/react-pages.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import { applicantAddresses } from './addresses.ts';
import { problemsOf, hasPaper, stepLinks, type AtStep } from './send-application.ts';
import type { FilledForm } from '#features/school/site/public/form-answers.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import { askedFields, type AskedField, placeNames } from './read-step.ts';
import { sittingOf, feeForm, statusProps } from './slip-data.ts';
import { stepLabels, stepsOf, reviewPage, statusPage, type ReviewProps } from './steps.ts';
import { formatDay } from '#kernel/dates.ts';
import { chosenLabels, type CustomField } from '#kernel/contracts/custom-field.ts';
import { phoneText } from '#ui/format.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import { type OwnApplication, ownApplication, type OwnKey } from './open-application.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { countTry, refuseBlocked } from '#features/access/accounts/sign-in/throttle.ts';
import type { App } from '#web/routes.ts';

/** Everything at a glance: the review of a draft, or the status of what was sent. Fees are paid from both. */
export async function ownPage(pages: ReactPages, here: AtStep): Promise<FilledForm> {
  const { at, own } = here;
  const of = <Props extends FormProps>(heading: Omit<Heading, 'path'>, page: PublicPage<Props>, props: Props) => ({
    at,
    heading: { ...heading, path: null },
    page,
    props,
  });
  if (own.application.status === 'draft')
    return of({ title: stepLabels.review, description: 'Your application.' }, reviewPage, await reviewed(pages, here));
  const sitting = await pages.read(at.place, (db) => sittingOf(db, own.application));
  const words = { title: 'Your application', description: 'The status of your application.' };
  return of(words, statusPage, statusProps(here, sitting));
}

async function reviewed(pages: ReactPages, here: AtStep): Promise<ReviewProps> {
  const { at, code, csrf, own } = here;
  const { countryId, lgaId, nationalityId, stateId } = own.application.answers.person ?? {};
  const to = applicantAddresses(at.site.slug);
  const [custom, places] = await pages.read(at.place, (db) =>
    Promise.all([
      askedFields(db, at.place.institutionId, own.intake.form),
      placeNames(db, [countryId, lgaId, nationalityId, stateId]),
    ]),
  );
  const names = new Map(places.map(({ id, name }) => [id, name]));
  const problems = problemsOf(own, custom);
  const isUnpaid = own.intake.applicationFee > 0 && own.application.feePaidAt === null;
  return {
    csrf,
    action: to.own(code, 'send'),
    values: {},
    errors: {},
    message: null,
    steps: stepLinks(here, 'review', custom),
    program: `${own.program}, ${own.session}`,
    parts: stepsOf(own.intake.form, own.intake.papers)
      .filter((step) => step !== 'review')
      .map((step) => ({
        label: stepLabels[step],
        href: to.own(code, step),
        problem: problems[step] ?? null,
        rows: reviewRows(own, step, names, custom),
      })),
    fee: isUnpaid ? feeForm(here, 'application') : null,
    isReady: !isUnpaid && Object.values(problems).every((problem) => problem === null),
  };
}

type Step = Exclude<ReturnType<typeof stepsOf>[number], 'review'>;
interface Row {
  label: string;
  value: string;
}

/** What was entered in a part, in words. */
function reviewRows(
  own: OwnApplication,
  step: Step,
  names: ReadonlyMap<string, string>,
  custom: readonly AskedField[],
): Row[] {
  const { application, className, intake, papers } = own;
  const { answers, birthDate, email, firstName, gender, middleName, phone, surname } = application;
  const rows = (entries: [string, string | null | undefined][]): Row[] =>
    entries.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  switch (step) {
    case 'person': {
      const { countryId, lgaId, stateId, stateName, nationalityId, ...rest } = answers.person ?? {};
      const named = (id: string | null | undefined) => id && (names.get(id) ?? id);
      return rows([
        ['Name', [firstName, middleName, surname].filter(Boolean).join(' ')],
        ['Class', className],
        ['Gender', gender && (gender === 'female' ? 'Female' : 'Male')],
        ['Date of birth', birthDate && formatDay(birthDate)],
        ['Phone', phoneText(phone)],
        ['E-mail', email],
        ['Nationality', named(nationalityId)],
        ['Origin', [named(lgaId), named(stateId) ?? stateName, named(countryId)].filter(Boolean).join(', ')],
        ...Object.entries(rest).map(([field, value]): [string, string | null] => [
          askableFields[field as AskableField] ?? field,
          typeof value === 'string' ? value : null,
        ]),
      ]);
    }
    case 'guardians':
      return rows(
        (answers.guardians ?? []).map((one) => [
          one.relation ?? 'Guardian',
          [[one.title, one.firstName, one.surname].filter(Boolean).join(' '), phoneText(one.mobile), one.email]
            .filter(Boolean)
            .join(' · '),
        ]),
      );
    case 'schools':
      return rows(
        (answers.schools ?? []).map(({ from, lastClass, name, to }) => [
          [from, to].filter(Boolean).join('–') || 'School',
          [name, lastClass].filter(Boolean).join(' · '),
        ]),
      );
    case 'results':
      return rows(
        (answers.results ?? []).map(({ examination, subjects, year }) => [
          `${examination} ${year}`,
          subjects.map(({ grade, subject }) => `${subject} ${grade}`).join(', '),
        ]),
      );
    case 'custom':
      return rows(custom.map((field) => [field.label, customText(field, answers.custom?.[field.id])]));
    case 'papers':
      return intake.papers.map(({ key, label }) => ({
        label,
        value: hasPaper(own, key) ? (papers.find(({ kind }) => kind === key)?.name ?? 'Sent') : 'Not sent',
      }));
  }
}

function customText(field: AskedField, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'choice' || field.type === 'multi_choice')
    return chosenLabels(field as CustomField, [value].flat().map(Number)).join(', ');
  return String(value);
}

export const OwnPlace = z.object({ slug: z.string().max(80), code: z.string().max(40) });

/** Wrong codes of an address in a quarter of an hour. Right ones are never counted, so nobody is locked out. */
const misses = { tries: 40, minutes: 15 };

/** What the routes of an application share. */
export function ownRoutes(app: App) {
  const { database, secret } = app.services;
  const pages = reactPages(app);

  const keyOf = (institutionId: number, code: string): OwnKey => ({ institutionId, code, secret });

  /** Counts a code, or a number with a code, that opens nothing. */
  async function missed(request: FastifyRequest): Promise<void> {
    const limit = { key: `application code from:${request.ip}`, ...misses };
    refuseBlocked(await database.anonymous((tx) => countTry(tx, [limit])));
  }

  /** The application of the code in the address; the same answer for every code that opens none. */
  async function find(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, code } = request.params as z.infer<typeof OwnPlace>,
  ): Promise<AtStep | null> {
    const at = await pages.visitOf(request, slug);
    if (!at) return null;
    const key = keyOf(at.place.institutionId, code);
    const own = await pages.read(at.place, (db) => ownApplication(db, key)).catch(unlessMissing);
    if (own) return { at, own, code, csrf: reply.formToken() };
    await missed(request);
    return null;
  }

  /** Counts the code if it opens nothing. */
  async function unlessMissed<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotFound) await missed(request);
      throw error;
    }
  }

  return { pages, keyOf, find, missed, unlessMissed };
}

function unlessMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
