import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { maySeeCalendar } from '../calendar.policy.ts';
import { subscriptionPage } from '../calendar.pages.ts';
import { feedFile } from './feed-file.ts';
import { feedReader } from './feed-reader.ts';
import { endFeed, feedHash, makeFeed, ownFeed } from './own-feed.ts';

const config = may(...maySeeCalendar);
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const params = z.object({ token: z.string().max(60) });
/** Apps of many people ask from the same address, such as a school's; guessing a secret takes far more. */
const rateLimit = { max: 240, timeWindow: '1 minute' };
const hour = 3_600_000;

/** Subscribing to one's own calendar with a phone. */
export function feedRoutes(app: App): void {
  const { database, secret } = app.services;
  const allPermissions = Object.keys(app.product.permissions);

  app.get('/calendar/subscription', { config, schema: { querystring: View } }, async (request, reply) =>
    reply.page(subscriptionPage, { feed: await request.read((db, actor) => ownFeed(db, actor)) }),
  );

  // The secret is in the answer alone, which a page shows once.
  app.post('/calendar/subscription', { config }, async (request, reply) => {
    const origin = await request.publicOrigin();
    const token = await request.write((tx, actor) => makeFeed(tx, actor));
    return reply.send({ address: `${origin}/calendar-feeds/${token}.ics` });
  });

  app.post('/calendar/subscription/end', { config }, async (request, reply) => {
    await request.write((tx, actor) => endFeed(tx, actor));
    return reply.flash('The address has ended. Calendar apps no longer get anything.').go('/calendar/subscription');
  });

  app.get(
    '/calendar-feeds/:token.ics',
    { config: { ...may('public'), rateLimit, isKept: true }, schema: { params } },
    async (request, reply) => {
      const tokenHash = feedHash(request.params.token);
      const reader = await feedReader(database, tokenHash, allPermissions);
      if (!reader) throw new NotFound('calendar');
      const { content, etag } = await feedFile(database, secret, app.product.calendarSources, reader.actor);
      if (!reader.readAt || Date.parse(reader.readAt) < Date.now() - hour)
        await database.anonymous((tx) =>
          tx.execute(sql`update calendar_feeds set read_at = now() where token_hash = ${tokenHash}`),
        );
      reply
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', etag)
        .header('X-Content-Type-Options', 'nosniff')
        .header('X-Robots-Tag', 'noindex, nofollow');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .header('Content-Disposition', 'inline; filename="calendar.ics"')
        .type('text/calendar; charset=utf-8')
        .send(content);
    },
  );
}
