import type { FastifyReply } from 'fastify';
import { may, type App } from '#web/routes.ts';
import { money } from '#ui/format.ts';
import { applicantAddresses } from './addresses.ts';
import { applicantActor } from './applicant.ts';
import { headingOf } from './application.routes.ts';
import { anyForm } from './apply.routes.ts';
import { atProduct } from './at-product.ts';
import { problemsOf } from './check-application.ts';
import { OwnPlace, ownRoutes } from './find-own.ts';
import { showAgain } from './form-answers.ts';
import type { FeeForm, ReviewProps } from './step.pages.ts';
import { reviewPage } from './step.pages.ts';
import { askedFields } from './read-custom.ts';
import { reviewRows } from './review-view.ts';
import { sendApplication } from './send-application.ts';
import { placeNames } from './step-choices.ts';
import { stepLinks, type AtStep } from './step-view.ts';
import { stepLabels, stepsOf } from './steps.ts';

const sendsPerMinute = 120;

/** Everything at a glance, and the button that sends it. */
export function reviewRoutes(app: App): void {
  const { database } = app.services;
  const { find, keyOf, pages, unlessMissed } = ownRoutes(app);

  async function propsOf(here: AtStep): Promise<ReviewProps> {
    const { at, code, csrf, own } = here;
    const { institutionId } = at.place;
    const { answers } = own.application;
    const { countryId, lgaId, nationalityId, stateId } = answers.person ?? {};
    const to = applicantAddresses(at.site.slug);
    const [custom, places] = await pages.read(at.place, (db) =>
      Promise.all([
        askedFields(db, institutionId, own.intake.form),
        placeNames(db, [countryId, lgaId, nationalityId, stateId]),
      ]),
    );
    const names = new Map(places.map(({ id, name }) => [id, name]));
    const problems = problemsOf(own, custom);
    const isUnpaid = own.intake.applicationFee > 0 && own.application.feePaidAt === null;
    return {
      ...{ csrf, action: to.own(code, 'send'), values: {}, errors: {}, message: null },
      steps: stepLinks(here, 'review', custom),
      program: `${own.program}, ${own.session}`,
      parts: stepsOf(own.intake.form, own.intake.papers)
        .filter((step) => step !== 'review')
        .map((step) => ({
          ...{ label: stepLabels[step], href: to.own(code, step), problem: problems[step] ?? null },
          rows: reviewRows(own, step, names, custom),
        })),
      fee: isUnpaid ? feeForm(here, 'application') : null,
      isReady: !isUnpaid && Object.values(problems).every((problem) => problem === null),
    };
  }

  async function show(reply: FastifyReply, here: AtStep) {
    return pages.send(reply, here.at, reviewPage, { heading: headingOf('review'), props: await propsOf(here) });
  }

  app.get(
    '/sites/:slug/application/:code/review',
    { config: may('public'), schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await find(request, reply);
      if (!here) return pages.lost(reply);
      if (here.own.application.status !== 'draft')
        return reply.go(applicantAddresses(request.params.slug).own(request.params.code));
      return show(reply, here);
    },
  );

  app.post(
    '/sites/:slug/application/:code/send',
    {
      config: { ...may('public'), takesForm: true, rateLimit: { max: sendsPerMinute } },
      schema: { params: OwnPlace, body: anyForm },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          const here = await find(request, reply);
          return here && { at: here.at, heading: headingOf('review'), page: reviewPage, props: await propsOf(here) };
        }),
    },
    async (request, reply) => {
      const { slug, code } = request.params;
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const { institutionId } = at.place;
      const origin = new URL(at.to.full('/')).origin;
      await unlessMissed(request, () =>
        database.asSystem([institutionId], (tx) =>
          sendApplication(tx, applicantActor(at), keyOf(institutionId, code), origin),
        ),
      );
      return reply.go(applicantAddresses(slug).own(code));
    },
  );
}

/** The plain form that pays a fee of an application. */
export function feeForm({ at, code, own }: AtStep, kind: FeeForm['kind']): FeeForm {
  const { acceptanceFee, applicationFee } = own.intake;
  const amount = money(kind === 'application' ? applicationFee : acceptanceFee, at.site.currency);
  const page = applicantAddresses(at.site.slug).own(code, kind === 'application' ? 'review' : '');
  return { action: '/orders/fees', institution: at.site.slug, code, kind, amount, elsewhere: atProduct(at, page) };
}
