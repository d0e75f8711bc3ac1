import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { familyOf } from './family.queries.ts';
import { homePage } from './home.pages.ts';
import { waitingFor } from './waiting-for.ts';

const View = z.object({ institution_id: queryParam(id), academic_session: z.unknown().optional() });

/** The start page of everybody, in one trip to the database. */
export function homeRoutes(app: App): void {
  app.get(
    '/home',
    { config: { ...may('signedIn'), isHome: true }, schema: { querystring: View } },
    async (request, reply) => {
      const { institution_id: wanted } = request.query;
      const [family, waiting] = await request.read((db, actor) =>
        Promise.all([familyOf(db, actor), waitingFor(db, actor, app.product, wanted)]),
      );
      return reply.page(homePage, { family, waiting });
    },
  );
}
