import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { graphChoices, askedGraph } from '#features/insight/reports/graphs/run/small-graph.ts';
import { may, type App } from '#web/routes.ts';
import { institutionOf } from '../boards/boards.ts';

const config = may('dashlets.create', 'dashlets.arrange');
const institution = { institution_id: queryParam(id), academic_session: z.unknown().optional() };
const Sought = z.object({ ...institution, q: z.string().trim().max(100).default('') });
const Chosen = z.object({ ...institution, graph_id: id });

/** What the form asks while a saved graph is chosen for a dashlet. */
export function graphDashletRoutes(app: App): void {
  app.get('/dashlets/graphs', { config, schema: { querystring: Sought } }, async (request, reply) => {
    const { institution_id: wanted, q } = request.query;
    return reply.send(
      await request.read((db, actor) => graphChoices(db, actor, { institutionId: institutionOf(actor, wanted), q })),
    );
  });

  app.get('/dashlets/graph_questions', { config, schema: { querystring: Chosen } }, async (request, reply) => {
    const { institution_id: wanted, graph_id: graphId } = request.query;
    const asked = await request.snapshot((tx, actor) =>
      askedGraph(tx, actor, app.product.reports, { institutionId: institutionOf(actor, wanted), graphId }),
    );
    return reply.send(asked);
  });
}
