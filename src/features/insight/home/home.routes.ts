import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { readBoard } from '#features/insight/dashlets/boards/board.queries.ts';
import { offerOf, readDashlets } from '#features/insight/dashlets/show/read-dashlets.ts';
import { familyOf } from './family.queries.ts';
import { homePage } from './home.pages.ts';
import { waitingFor } from './waiting-for.ts';

const View = z.object(viewFields);

/** The start page of everybody, in two trips to the database: what there is to show, and the dashlets. */
export function homeRoutes(app: App): void {
  const { dashlets: ready, waiting: works } = app.product;
  app.get(
    '/home',
    { config: { ...may('signedIn'), isHome: true, isHeavy: true }, schema: { querystring: View } },
    async (request, reply) => {
      const { institution_id: wanted } = request.query;
      const { board, ...rest } = await request.read(async (db, actor) => {
        const arranges = institutionsInView(actor, wanted, 'dashlets.create', 'dashlets.arrange').length > 0;
        const [family, waiting, found] = await Promise.all([
          familyOf(db, actor, wanted),
          waitingFor(db, actor, works, wanted, offerOf(request)),
          arranges ? readBoard(db, actor, ready, { institution_id: wanted }) : null,
        ]);
        return { family, waiting, board: found };
      });
      if (!board) return reply.page(homePage, { ...rest, board: null });
      const { items, ...arrangement } = board;
      const dashlets = await readDashlets(request, board.institutionId, items);
      return reply.page(homePage, { ...rest, board: { ...arrangement, dashlets } });
    },
  );
}
