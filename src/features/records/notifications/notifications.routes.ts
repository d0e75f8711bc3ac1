import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { dismiss, markAllRead, markPageRead, markRead, OfPage, UpTo, inboxOf, notificationList } from './mark-read.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';

const ownNotification = { config: may('signedIn'), schema: { params: z.object({ id }) } };

/** The signed-in user's inbox. */
export function notificationRoutes(app: App): void {
  app.get(
    '/notifications',
    { config: may('signedIn'), schema: { querystring: notificationList.Filter } },
    async (request, reply) => reply.page(notificationListPage, await notificationList.props(request)),
  );

  // The bell's content: once as JSON, or as an event stream with every change.
  app.get(
    '/notifications/stream',
    { config: { ...may('signedIn'), isUnattended: true }, exposeHeadRoute: false },
    async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', vary: 'Accept' });
      if (/\btext\/event-stream\b/.test(request.headers.accept ?? '')) return reply.live('akada_inboxes', inboxOf);
      return reply.send(await request.read(inboxOf));
    },
  );

  app.post('/notifications/:id/read', ownNotification, async (request, reply) => {
    await request.write((tx, actor) => markRead(tx, actor, request.params.id));
    return reply.code(204).send();
  });
  app.post('/notifications/:id/dismiss', ownNotification, async (request, reply) => {
    await request.write((tx, actor) => dismiss(tx, actor, request.params.id));
    return reply.code(204).send();
  });
  app.post('/notifications/seen', { config: may('signedIn'), schema: { body: OfPage } }, async (request, reply) => {
    await request.write((tx, actor) => markPageRead(tx, actor, request.body));
    return reply.code(204).send();
  });
  app.post('/notifications/read', { config: may('signedIn'), schema: { body: UpTo } }, async (request, reply) => {
    await request.write((tx, actor) => markAllRead(tx, actor, request.body));
    return reply.code(204).send();
  });
}

export const notificationListPage = page<PropsOfList<typeof notificationList>>('notifications/notification-list');
