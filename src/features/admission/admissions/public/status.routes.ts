import { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { ValidationError } from '#kernel/errors.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { acceptOffer, declineOffer } from '../decisions/accept-offer.ts';
import { findByCode, readCode } from '../resume-code.ts';
import { applicantAddresses, findPage, type FindProps } from './addresses.ts';
import { anyForm, applicantActor } from './apply.routes.ts';
import { problemsOf } from './send-application.ts';
import { showAgain, readFields, typedOf } from '#features/school/site/public/form-answers.ts';
import { lockOwn } from './open-application.ts';
import { ownPage, OwnPlace, ownRoutes } from './own-page.ts';
import { askedFields } from './read-step.ts';
import { stepsOf } from './steps.ts';

const params = OwnPlace.pick({ slug: true });
const Find = z.object({ number: optionalLine(80, 'The number'), code: optionalLine(40, 'The code') });
const findsPerMinute = 120;
const find = { title: 'Your application', description: 'Continue your application or see its status.', path: null };

/** Where an applicant comes back: the number and the code, then the draft or what happens next. */
export function statusRoutes(app: App): void {
  const { database, secret } = app.services;
  const own = ownRoutes(app);
  const { pages } = own;

  const findProps = (slug: string, reply: FastifyReply, values: Record<string, string>): FindProps => {
    const to = applicantAddresses(slug);
    return { csrf: reply.formToken(), action: to.find, apply: to.apply, values, errors: {}, message: null };
  };

  app.get(
    '/sites/:slug/application',
    { config: may('public'), schema: { params, querystring: z.object({ number: z.string().max(80).optional() }) } },
    async (request, reply) => {
      const at = await pages.visitOf(request, request.params.slug);
      if (!at) return pages.lost(reply);
      const props = findProps(request.params.slug, reply, typedOf(request.query));
      return pages.send(reply, at, findPage, { heading: find, props });
    },
  );

  app.post(
    '/sites/:slug/application',
    {
      config: { ...may('public'), takesForm: true, rateLimit: { max: findsPerMinute } },
      schema: { params, body: anyForm },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          const { slug } = request.params as { slug: string };
          const at = await pages.visitOf(request, slug);
          return at && { at, heading: find, page: findPage, props: findProps(slug, reply, {}) };
        }),
    },
    async (request, reply) => {
      const { slug } = request.params;
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const { code, number } = readFields(Find, request.body);
      if (!code) throw new ValidationError('code', 'Enter the code from our message.');
      const { institutionId } = at.place;
      const found = await database.asSystem([institutionId], (tx) => findByCode(tx, secret, institutionId, code));
      const isRight = found && (found.number === null || same(found.number, number));
      if (!isRight) {
        await own.missed(request);
        throw new ValidationError(
          'code',
          'No application has this number and code. Check both; a draft has no number yet.',
        );
      }
      return reply.seeOther(applicantAddresses(slug).own(found.code));
    },
  );

  app.get(
    '/sites/:slug/application/:code',
    { config: may('public'), schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await own.find(request, reply);
      if (!here) return pages.lost(reply);
      const { application, intake } = here.own;
      if (application.status !== 'draft') {
        const { page, ...shown } = await ownPage(pages, here);
        return pages.send(reply, here.at, page, shown);
      }
      const custom = await pages.read(here.at.place, (db) => askedFields(db, intake.institutionId, intake.form));
      const problems = problemsOf(here.own, custom);
      const steps = stepsOf(intake.form, intake.papers);
      const next = steps.find((step) => step !== 'review' && problems[step] !== null) ?? 'review';
      return reply.seeOther(applicantAddresses(request.params.slug).own(request.params.code, next));
    },
  );

  for (const act of ['accept', 'decline'] as const)
    app.post(
      `/sites/:slug/application/:code/${act}`,
      {
        config: { ...may('public'), takesForm: true, rateLimit: { max: findsPerMinute } },
        schema: { params: OwnPlace, body: anyForm },
        errorHandler: (error, request, reply) =>
          showAgain(pages, request, reply, error, async () => {
            const here = await own.find(request, reply);
            return here && ownPage(pages, here);
          }),
      },
      async (request, reply) => {
        const { slug, code } = request.params;
        const at = await pages.visitOf(request, slug);
        if (!at) return pages.lost(reply);
        const { institutionId } = at.place;
        const key = own.keyOf(institutionId, readCode(code) ?? '');
        await database.asSystem([institutionId], async (tx) => {
          const actor = applicantActor(at);
          const { application } = await lockOwn(tx, key);
          if (act === 'accept') await acceptOffer(tx, actor, application, at.to.links);
          else await declineOffer(tx, actor, application);
        });
        return reply.seeOther(applicantAddresses(slug).own(code));
      },
    );
}

const same = (number: string, typed: string | null) =>
  number.replace(/\s/g, '').toLowerCase() === (typed ?? '').replace(/\s/g, '').toLowerCase();
