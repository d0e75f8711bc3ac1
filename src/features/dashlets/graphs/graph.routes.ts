import { z } from 'zod';
import { membershipIn } from '#kernel/actor.ts';
import { Refused } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { usableSubject } from '#features/reports/engine/usable-fields.ts';
import { visibleGraph, graphChoices } from '#features/reports/graphs/run/visible-graphs.ts';
import { questionsOf, type Question } from '#features/reports/run/asked.ts';
import { may, type App } from '#web/routes.ts';
import { institutionOf } from '../boards/board-owners.ts';

const config = may('dashlets.create', 'dashlets.arrange');
const institution = { institution_id: queryParam(id), academic_session: z.unknown().optional() };
const Sought = z.object({ ...institution, q: z.string().trim().max(100).default('') });
const Chosen = z.object({ ...institution, graph_id: id });

/** What a graph asks, and what its answers are chosen from. */
export interface AskedGraph {
  subject: string;
  currency: string;
  questions: Question[];
}

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
    const asked = await request.snapshot(async (db, actor): Promise<AskedGraph> => {
      const institutionId = institutionOf(actor, wanted);
      const graph = await visibleGraph(db, actor, institutionId, graphId);
      if (!graph) throw new Refused('graph_id', 'Choose a graph.');
      const { subject, filters } = graph.definition;
      const usable = await usableSubject(db, { actor, wanted: institutionId }, app.product.reports, subject);
      const { currency } = membershipIn(actor, institutionId)!;
      return { subject, currency, questions: await questionsOf(db, usable, filters) };
    });
    return reply.send(asked);
  });
}
