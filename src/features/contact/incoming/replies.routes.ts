import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { replyListPage } from '../contact.pages.ts';
import { replyList } from './replies.list.ts';
import { WriteBack, writeBack } from './write-back.ts';

const reading = may('contact.replies');

/** What people answered by SMS. */
export function replyRoutes(app: App): void {
  app.get('/replies', { config: reading, schema: { querystring: replyList.Filter } }, async (request, reply) =>
    reply.page(replyListPage, await replyList.props(request)),
  );

  app.post(
    '/replies/:id/answer',
    { config: { ...reading, once: true }, schema: { params: z.object({ id }), body: WriteBack } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({
        go: '/replies',
        flash: `The answer to ${await writeBack(tx, actor, request.params.id, request.body)} is in the outbox.`,
      })),
  );
}
