import type { Heading, ReactPages } from '#features/school/site/public/react-pages.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import { applicantAddresses } from './addresses.ts';
import { problemsOf } from './check-application.ts';
import { feeForm } from './fee-form.ts';
import type { Shown } from '#features/school/site/public/form-answers.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import { askedFields } from './read-custom.ts';
import { reviewRows } from './review-view.ts';
import { sittingOf } from './sitting.queries.ts';
import { statusProps } from './status-view.ts';
import { placeNames } from './step-choices.ts';
import { reviewPage, statusPage, type ReviewProps } from './step.pages.ts';
import { stepLinks, type AtStep } from './step-view.ts';
import { stepLabels, stepsOf } from './steps.ts';

/** Everything at a glance: the review of a draft, or the status of what was sent. Fees are paid from both. */
export async function ownPage(pages: ReactPages, here: AtStep): Promise<Shown> {
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
