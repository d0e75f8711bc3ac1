import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { invited } from './accept-invitation.ts';
import { acceptByLink, acceptOffer, declineOffer } from './offers.ts';
import { visitOf } from '../sign-in/second-step.ts';

const me = may('signedIn');
const params = z.object({ id });
const ByLink = z.object({ token: z.string().max(100) });

/** Accepting or declining an institution's invitation with an existing account. */
export function offerRoutes(app: App): void {
  app.post('/account/offers/:id/accept', { config: me, schema: { params } }, async (request, reply) => {
    const place = await request.write((tx, actor) => acceptOffer(tx, actor, request.params.id));
    return reply.flash(`You’re now a user of ${place}.`).fullReload('/');
  });

  app.post('/account/offers/:id/decline', { config: me, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => declineOffer(tx, actor, request.params.id, visitOf(request)));
    return reply.flash('You declined the invitation.').seeOther('/account');
  });

  app.post('/account/offers/accept-link', { config: me, schema: { body: ByLink } }, async (request, reply) => {
    const place = await request.write(async (tx, actor) =>
      acceptByLink(tx, actor, (await invited(tx, request.body.token)).id),
    );
    return reply.flash(`You’re now a user of ${place}.`).fullReload('/');
  });
}
