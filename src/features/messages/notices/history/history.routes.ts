import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { exportPersonMessages } from './export-person-messages.ts';
import { HistoryFilter, morePersonMessages, maySeeHistory, personKinds } from './person-messages.ts';

/** Further and filtered pages of what was sent to a person, and all of it as a file. */
export function historyRoutes(app: App): void {
  for (const kind of personKinds) {
    app.get(
      `/message-history/${kind.people}/:id`,
      {
        config: may(...maySeeHistory[kind.entity]),
        schema: { params: z.object({ id }), querystring: HistoryFilter },
      },
      async (request, reply) =>
        reply.send(
          await request.read((db, actor) => morePersonMessages(db, actor, kind, request.params.id, request.query)),
        ),
    );
    for (const format of ['csv', 'xlsx'] as const)
      app.get(
        `/message-history/${kind.people}/:id/export.${format}`,
        {
          config: may(...maySeeHistory[kind.entity]),
          schema: { params: z.object({ id }), querystring: HistoryFilter.omit({ after: true }) },
          exposeHeadRoute: false,
        },
        (request, reply) =>
          reply.table(format, (actor, tx) => exportPersonMessages(tx, actor, kind, request.params.id, request.query)),
      );
  }
}
