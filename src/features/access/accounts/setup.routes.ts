import { z } from 'zod';
import { kindLabels } from '#features/school/institutions/kind-labels.ts';
import { may, type App } from '#web/routes.ts';
import { setupPage } from './accounts.pages.ts';
import { refuseClosedSetup, SetUp, setUp } from './setup.ts';
import { carrySession, visitOf } from './sign-in/second-step.ts';

/** The setup page of an empty installation. It opens only with the token from the terminal. */
export function setupRoutes(app: App): void {
  const { database } = app.services;

  app.get(
    '/setup',
    { config: may('public'), schema: { querystring: z.object({ token: z.string().max(100).default('') }) } },
    async (request, reply) => {
      const { token } = request.query;
      await database.anonymous((tx) => refuseClosedSetup(tx, token));
      const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));
      return reply.page(setupPage, { token, kinds });
    },
  );

  app.post('/setup', { config: may('public'), schema: { body: SetUp } }, async (request, reply) => {
    const opened = await setUp(
      database,
      request.body,
      visitOf(request),
      app.publicAddress.heardFrom(request),
      app.product,
    );
    app.publicAddress.forget();
    return carrySession(request, reply, opened).fullReload('/');
  });
}
