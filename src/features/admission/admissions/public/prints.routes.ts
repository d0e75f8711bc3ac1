import { knownOrigin } from '#kernel/public-origin.ts';
import { may, type App } from '#web/routes.ts';
import { letterData } from '../letters/letter-data.ts';
import { OwnPlace, ownRoutes } from './own-page.ts';
import { slipData, hasLetter } from './slip-data.ts';

/** What an applicant prints: the slip of the application, and the letter of an offer. */
export function printRoutes(app: App): void {
  const { database, files } = app.services;
  const own = ownRoutes(app);
  const { pages } = own;

  app.get(
    '/sites/:slug/application/:code/slip.pdf',
    { config: { ...may('public'), rateLimit: { max: 60 } }, schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await own.find(request, reply);
      if (!here || here.own.application.number === null) return pages.lost(reply);
      const { institutionId } = here.at.place;
      const data = await database.asSystem([institutionId], (tx) => slipData(tx, files, here));
      return reply.pdf({
        title: `application ${data.number}`,
        layout: new URL('./slip.pdf.ts', import.meta.url),
        data,
      });
    },
  );

  app.get(
    '/sites/:slug/application/:code/letter.pdf',
    { config: { ...may('public'), rateLimit: { max: 60 } }, schema: { params: OwnPlace } },
    async (request, reply) => {
      const here = await own.find(request, reply);
      if (!here || !hasLetter(here)) return pages.lost(reply);
      const { institutionId, id } = here.own.application;
      const origin = knownOrigin(here.at.to.links);
      const data = await database.asSystem([institutionId], (tx) =>
        letterData(tx, files, { institutionId, id, origin }),
      );
      const layout = new URL('../letters/letter.pdf.ts', import.meta.url);
      return reply.pdf({ title: `admission letter ${data.number}`, layout, data });
    },
  );
}
