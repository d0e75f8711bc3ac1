import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { inWords } from '#web/client/in-words.ts';
import { may, type App } from '#web/routes.ts';
import { EndConfirmation, endConfirmation, isAsked } from './end-confirmation.ts';
import { moneyRolesPage } from './money-roles.pages.ts';
import { GiveMoney, giveMoney, rolesWithoutMoney } from './money-roles.ts';

/** For institutions from before: owners give permissions of money role by role. */
export function moneyRoleRoutes(app: App): void {
  const { startingRoles, permissions: words } = app.product;
  const config = may('roles.edit');

  app.get('/roles/money', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const { rows, asked } = await request.read(async (db, actor) => {
      const inView = institutionsInView(actor, request.query.institution_id, 'roles.edit');
      return {
        rows: await rolesWithoutMoney(db, actor, startingRoles, request.query.institution_id),
        asked: actor.institutions
          .filter(({ id: one, isOwner }) => isOwner && inView.includes(one) && isAsked(actor, one))
          .map(({ id: one, name }) => ({ id: one, name })),
      };
    });
    const labels = rows.flatMap(({ missing }) => missing);
    return reply.page(moneyRolesPage, {
      ...{ rows, asked },
      words: Object.fromEntries(labels.map((name) => [name, inWords(words[name]!, wordsOf({}))])),
    });
  });

  app.post('/roles/money/done', { config, schema: { body: EndConfirmation } }, async (request, reply) => {
    await request.write((tx, actor) => endConfirmation(tx, actor, request.body));
    return reply.flash('The other roles stay as they are.').go('/roles');
  });

  app.post(
    '/roles/:id/money',
    { config: { ...config, confirm: true }, schema: { params: z.object({ id }), body: GiveMoney } },
    async (request, reply) => {
      const { name, institutionId } = await request.write((tx, actor) =>
        giveMoney(tx, actor, startingRoles, request.params.id, request.body),
      );
      return reply
        .flash(`The role ${name} has its permissions for money.`)
        .go(`/roles/money?institution_id=${institutionId}`);
    },
  );
}
