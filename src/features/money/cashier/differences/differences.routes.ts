import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeDays } from '../cashier.access.ts';
import { differenceListPage } from '../cashier.pages.ts';
import { differenceList } from './differences.list.ts';
import { ExplainDifference, explainDifference } from './explain-difference.ts';

/** Differences of cashier days, until somebody else explains them. */
export function differenceRoutes(app: App): void {
  app.get(
    '/cashier-differences',
    { config: may(...maySeeDays), schema: { querystring: differenceList.Filter } },
    async (request, reply) => reply.page(differenceListPage, await differenceList.props(request)),
  );

  app.post(
    '/cashier-differences/:id/explain',
    {
      config: { ...may('payments.approveDay'), once: true },
      schema: { params: z.object({ id }), body: ExplainDifference },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const dayId = await explainDifference(tx, actor, request.params.id, request.body);
        return { go: `/cashier-days/${dayId}`, flash: 'The difference is explained.' };
      }),
  );
}
