import { z } from 'zod';
import { systemActor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { readUnsubscribeCode } from '#kernel/messages/unsubscribe-code.ts';
import { wantsPage } from '#features/school/site/public/form-answers.ts';
import { reactPages } from '#features/school/site/public/react-pages.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import { may, type App } from '#web/routes.ts';
import { FollowLink, followLink } from './follow-link.ts';
import { newsOf, type NewsOf } from './news-of.queries.ts';

export const unsubscribePage = publicPage<NewsOf & { action: string }>('contact/unsubscribe', { isStatic: true });

const params = z.object({ code: z.string().max(60) });
/** Mail programs unsubscribe many people from few addresses; guessing a code takes far more. */
const rateLimit = { max: 120 };

/** Where marketing e-mails lead. Opening the page changes nothing, because mail scanners follow links. */
export function unsubscribeRoutes(app: App): void {
  const { database, secret } = app.services;
  const pages = reactPages(app);
  const keyOf = (code: string) => {
    const key = readUnsubscribeCode(secret, code);
    if (!key) throw new NotFound('page');
    return key;
  };

  app.get(
    '/unsubscribe/:code',
    { config: { ...may('public'), rateLimit }, schema: { params } },
    async (request, reply) => {
      const { code } = request.params;
      const key = keyOf(code);
      const at = await pages.visitIn(request, key.institutionId);
      const news = await pages.read(at.place, (db) => newsOf(db, key));
      const heading = { title: 'News by e-mail', description: 'Choose whether you get news by e-mail.', path: null };
      reply.header('X-Robots-Tag', 'noindex, nofollow').header('Referrer-Policy', 'no-referrer');
      return pages.send(reply, at, unsubscribePage, { heading, props: { ...news, action: `/unsubscribe/${code}` } });
    },
  );

  app.post(
    '/unsubscribe/:code',
    { config: { ...may('public'), opensByAddress: true, rateLimit }, schema: { params, body: FollowLink } },
    async (request, reply) => {
      const { code } = request.params;
      const key = keyOf(code);
      const actor = systemActor(key.institutionId, 'The link in an e-mail');
      await database.asSystem([key.institutionId], (tx) => followLink(tx, actor, key, request.body));
      if (wantsPage(request)) return reply.go(`/unsubscribe/${code}`);
      return reply.header('Cache-Control', 'no-store').type('text/plain').send('Done.');
    },
  );
}
