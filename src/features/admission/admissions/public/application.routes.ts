import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Heading } from '#features/school/site/public/react-pages.ts';
import { may, type App } from '#web/routes.ts';
import { applicantAddresses } from './addresses.ts';
import { anyForm, applicantActor } from './apply.routes.ts';
import { showAgain, wantsPage, typedOf, type FormBody } from '#features/school/site/public/form-answers.ts';
import { OwnPlace, ownRoutes } from './own-page.ts';
import { isEditable } from './open-application.ts';
import { keepDraft, saveStep, SavedElsewhere } from './save-step.ts';
import { lgaChoices } from './read-step.ts';
import { neighbours, savedElsewhere, stepPage, type AtStep, type SharedStep } from './send-application.ts';
import { answerSteps, stepLabels, stepsOf } from './steps.ts';

const Step = OwnPlace.extend({ step: z.enum(answerSteps) });
const Started = z.object({ started: z.enum(['1', 'unsent']).optional().catch(undefined) });

/** One applicant saves while typing, every few seconds; a school's computer room has one address. */
const savesPerMinute = 1200;

export const headingOf = (step: keyof typeof stepLabels): Heading => ({
  title: stepLabels[step],
  description: 'Your application.',
  path: null,
});

/** The parts of an application, each with an address of its own: the code in it is the key. */
export function applicationRoutes(app: App): void {
  const { database } = app.services;
  const { find, keyOf, pages, unlessMissed } = ownRoutes(app);

  async function show(
    reply: FastifyReply,
    here: AtStep,
    step: z.infer<typeof Step>['step'],
    { started }: z.infer<typeof Started>,
  ) {
    const built = await stepPage(pages, step, here);
    return pages.send(reply, here.at, built.page, {
      heading: headingOf(step),
      props: { ...built.props, isNew: started !== undefined, isSent: started !== 'unsent' } as never,
    });
  }

  app.get(
    '/sites/:slug/application/:code/:step',
    { config: may('public'), schema: { params: Step, querystring: Started } },
    async (request, reply) => {
      const { slug, code, step } = request.params;
      const here = await find(request, reply);
      if (!here) return pages.lost(reply);
      const isAsked = (stepsOf(here.own.intake.form, here.own.intake.papers) as string[]).includes(step);
      if (!isAsked || !isEditable(here.own, step)) return reply.seeOther(applicantAddresses(slug).own(code));
      return show(reply, here, step, request.query);
    },
  );

  app.post(
    '/sites/:slug/application/:code/:step',
    {
      config: { ...may('public'), takesForm: true, rateLimit: { max: savesPerMinute } },
      schema: { params: Step, body: anyForm },
      errorHandler: (error, request, reply) =>
        showAgain(pages, request, reply, error, async () => {
          // What is refused before its address is checked may name no step.
          const { data } = Step.safeParse(request.params);
          const here = data && (await find(request, reply));
          if (!here || !isEditable(here.own, data.step)) return null;
          const { step } = data;
          const { page, props } = await stepPage(pages, step, here);
          const elsewhere =
            error instanceof SavedElsewhere ? savedElsewhere(here.own, step, typedOf(request.body)) : [];
          return { at: here.at, heading: headingOf(step), page, props: { ...(props as SharedStep), elsewhere } };
        }),
    },
    async (request, reply) => {
      const { slug, step, code } = request.params;
      const sent = request.body as FormBody;
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const { institutionId } = at.place;
      const saving = { key: keyOf(institutionId, code), step, sent };
      if (sent['autosave'] || sent['show']) {
        await unlessMissed(request, () => database.asSystem([institutionId], (tx) => keepDraft(tx, saving)));
        return wantsPage(request) ? reply.seeOther(request.url) : reply.send({ isKept: true });
      }
      const { own, refused } = await unlessMissed(request, () =>
        database.asSystem([institutionId], (tx) => saveStep(tx, applicantActor(at), saving)),
      );
      if (refused) throw refused;
      return reply.seeOther(neighbours({ at, own, code }, step).next);
    },
  );

  app.get(
    '/sites/:slug/lgas',
    {
      config: may('public'),
      schema: { params: OwnPlace.pick({ slug: true }), querystring: z.object({ state: z.string().max(10) }) },
    },
    async (request, reply) => {
      const at = await pages.visitOf(request, request.params.slug);
      if (!at) return pages.lost(reply);
      return reply.send({ lgas: await pages.read(at.place, (db) => lgaChoices(db, request.query.state)) });
    },
  );
}
