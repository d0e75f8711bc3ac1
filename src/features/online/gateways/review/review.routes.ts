import { z } from 'zod';
import { institutionsWhere } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { reviewListPage } from '../gateways.pages.ts';
import { acceptReview } from './accept-review.ts';
import { joinReview, HandleReview, handleReview } from './reviews.ts';
import { reviewList } from './reviews.list.ts';

const params = z.object({ id });
const deciding = may('payments.place');
const list = '/online-payments/review';

/** Money that providers reported and that a person has to decide about. */
export function reviewRoutes(app: App): void {
  app.get(
    list,
    { config: may('payments.view', 'payments.place'), schema: { querystring: reviewList.Filter } },
    async (request, reply) =>
      reply.page(
        reviewListPage,
        await reviewList.props(request, (_db, actor) => ({
          can: { decide: institutionsWhere(actor, 'payments.place') },
        })),
      ),
  );

  app.post(
    '/online-reviews/:id/accept',
    { config: { ...deciding, confirm: true }, schema: { params } },
    async (request, reply) => {
      const answer = await request.write((tx, actor) =>
        acceptReview(tx, actor, app.services.secret, request.params.id),
      );
      return reply
        .flash(typeof answer === 'string' ? answer : { message: answer.message, tone: 'info' })
        .seeOther(list);
    },
  );

  app.post('/online-reviews/:id/join', { config: deciding, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => joinReview(tx, actor, request.params.id));
    return reply.flash(`Matched to ${name}. Nothing more is credited.`).seeOther(list);
  });

  app.post(
    '/online-reviews/:id/handle',
    { config: deciding, schema: { params, body: HandleReview } },
    async (request, reply) => {
      await request.write((tx, actor) => handleReview(tx, actor, request.params.id, request.body));
      return reply.flash('Marked as handled.').seeOther(list);
    },
  );
}
