import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { replyListPage, replyThreadPage } from '../contact.pages.ts';
import { replyList, unreadReplies, maySeeReplies } from './replies.list.ts';
import { WriteBack, writeBack, markRead, markUnread, threadOf } from './write-back.ts';

const reading = may(...maySeeReplies);
const params = z.object({ id });

/** What people answered: everything for the office, the own for those who wrote. */
export function replyRoutes(app: App): void {
  app.get('/replies', { config: reading, schema: { querystring: replyList.Filter } }, async (request, reply) =>
    reply.page(
      replyListPage,
      await replyList.props(request, async (db, actor, { institution_id: wanted }) => ({
        unread: await unreadReplies(db, actor, wanted),
      })),
    ),
  );

  app.get('/replies/:id', { config: reading, schema: { params } }, async (request, reply) =>
    reply.page(replyThreadPage, await request.snapshot((tx, actor) => threadOf(tx, actor, request.params.id))),
  );

  // The page says so once it is shown: a browser may load it in advance.
  app.post('/replies/:id/read', { config: reading, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => markRead(tx, actor, request.params.id));
    return reply.send({ read: true });
  });

  app.post('/replies/:id/unread', { config: reading, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => markUnread(tx, actor, request.params.id));
    return reply.flash('Marked as unread.').seeOther('/replies');
  });

  app.post(
    '/replies/:id/answer',
    { config: { ...reading, once: true }, schema: { params, body: WriteBack } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await writeBack(tx, actor, request.params.id, request.body);
        return { go: `/replies/${request.params.id}`, flash: 'Your answer is on its way.' };
      }),
  );
}
