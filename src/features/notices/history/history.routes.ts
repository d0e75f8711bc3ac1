import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { personKinds } from './history-tabs.ts';
import { maySeeHistory } from './message-access.ts';
import { HistoryFilter, morePersonMessages } from './person-messages.ts';

/** Further and filtered pages of what was sent to a person. */
export function historyRoutes(app: App): void {
  for (const kind of personKinds)
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
}
