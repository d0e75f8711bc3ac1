import { z } from 'zod';
import { systemActor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { readUnsubscribeCode, type UnsubscribeKey } from '#kernel/messages/unsubscribe-code.ts';
import { wantsPage } from '#features/school/site/public/form-answers.ts';
import { reactPages } from '#features/school/site/public/react-pages.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import { may, type App } from '#web/routes.ts';
import { FollowLink, followLink } from './follow-link.ts';
import { type Db, query } from '#kernel/database.ts';

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
      if (wantsPage(request)) return reply.seeOther(`/unsubscribe/${code}`);
      return reply.header('Cache-Control', 'no-store').type('text/plain').send('Done.');
    },
  );
}

/** What the link of an e-mail leads to: never the address itself, because e-mails are forwarded. */
interface NewsOf {
  school: string;
  /** `office`: the school itself blocked the address, or mail to it came back. */
  state: 'wanted' | 'refused' | 'someoneElse' | 'office';
}

async function newsOf(db: Db, key: UnsubscribeKey): Promise<NewsOf> {
  const [found] = await query<{ school: string; refused: boolean; someoneElse: boolean; office: boolean }>(db)`
    select i.name as school, coalesce(bool_or(w.blocks = 'marketing'), false) as refused,
      coalesce(bool_or(w.blocks = 'everything' and w.said_by = 'link'), false) as "someoneElse",
      coalesce(bool_or(w.blocks = 'everything' and w.said_by <> 'link'), false) as office
    from outbox o join institutions i on i.id = o.institution_id
    left join contact_wishes w on w.institution_id = o.institution_id and w.channel = 'email' and w.ended_at is null
      and w.address = lower(o.recipient)
    where o.institution_id = ${key.institutionId} and o.id = ${key.outboxId} and o.channel = 'email' and o.recipient like '%@%'
    group by i.id`;
  if (!found) throw new NotFound('page');
  const { school, refused, someoneElse, office } = found;
  return { school, state: someoneElse ? 'someoneElse' : office ? 'office' : refused ? 'refused' : 'wanted' };
}
