import { may, type App } from '#web/routes.ts';
import { applicantAddresses } from './addresses.ts';
import { anyForm, applicantActor } from './apply.routes.ts';
import { showAgain } from '#features/school/site/public/form-answers.ts';
import { ownPage, OwnPlace, ownRoutes } from './own-page.ts';
import { sendApplication } from './send-application.ts';

const sendsPerMinute = 120;

/** Everything at a glance, and the button that sends it. */
export function reviewRoutes(app: App): void {
  const { database } = app.services;
  const { find, keyOf, pages, unlessMissed } = ownRoutes(app);

  app.get(
    '/sites/:slug/application/:code/review',
    { config: may('public'), schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await find(request, reply);
      if (!here) return pages.lost(reply);
      if (here.own.application.status !== 'draft')
        return reply.seeOther(applicantAddresses(request.params.slug).own(request.params.code));
      const { page, ...shown } = await ownPage(pages, here);
      return pages.send(reply, here.at, page, shown);
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
          return here && ownPage(pages, here);
        }),
    },
    async (request, reply) => {
      const { slug, code } = request.params;
      const at = await pages.visitOf(request, slug);
      if (!at) return pages.lost(reply);
      const { institutionId } = at.place;
      const origin = at.to.links;
      await unlessMissed(request, () =>
        database.asSystem([institutionId], (tx) =>
          sendApplication(tx, applicantActor(at), keyOf(institutionId, code), origin),
        ),
      );
      return reply.seeOther(applicantAddresses(slug).own(code));
    },
  );
}
