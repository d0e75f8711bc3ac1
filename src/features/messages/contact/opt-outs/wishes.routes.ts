import { z } from 'zod';
import { namedInstitutions } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { ownMessagesPage, wishListPage } from '../contact.pages.ts';
import { ChooseNews, chooseNews, ownWishesProps, AddWish, addWish, endWish } from './wishes.ts';
import { wishList } from './wishes.list.ts';

const config = may('contact.wishes');

/** Opt-outs, for the office and for everybody's own. */
export function wishRoutes(app: App): void {
  app.get('/opt-outs', { config, schema: { querystring: wishList.Filter } }, async (request, reply) =>
    reply.page(
      wishListPage,
      await wishList.props(request, async (_, actor) => ({
        institutions: namedInstitutions(actor, 'contact.wishes'),
      })),
    ),
  );

  app.post('/opt-outs', { config: { ...config, once: true }, schema: { body: AddWish } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      go: '/opt-outs',
      flash: `${await addWish(tx, actor, request.body)} is blocked.`,
    })),
  );

  app.get('/account/messages', { config: may('signedIn') }, async (request, reply) =>
    reply.page(ownMessagesPage, await request.read((db, actor) => ownWishesProps(db, actor))),
  );

  app.post('/account/messages', { config: may('signedIn'), schema: { body: ChooseNews } }, async (request, reply) => {
    await request.write((tx, actor) => chooseNews(tx, actor, request.body));
    return reply.flash('Saved.').seeOther('/account/messages');
  });

  app.post('/opt-outs/:id/end', { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    const address = await request.write((tx, actor) => endWish(tx, actor, request.params.id));
    return reply.flash(`${address} gets messages again.`).seeOther('/opt-outs');
  });
}
