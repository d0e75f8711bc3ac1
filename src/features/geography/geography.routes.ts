import { z } from 'zod';
import { may, type App } from '#web/routes.ts';
import { listLgas, listStates } from './geography.queries.ts';

const Question = z.object({ country: z.string().max(2).optional(), state: z.string().max(10).optional() });

export function geographyRoutes(app: App): void {
  /** The states of a country or the LGAs of a state, for selects that follow one another. */
  app.get('/places', { config: may('signedIn'), schema: { querystring: Question } }, async (request, reply) => {
    const { country, state } = request.query;
    const places = await request.read((db) => (state ? listLgas(db, state) : listStates(db, country ?? '')));
    return reply.send(places);
  });
}
