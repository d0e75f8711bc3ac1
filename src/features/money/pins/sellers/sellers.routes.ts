import { z } from 'zod';
import { and, asc, isNull } from 'drizzle-orm';
import { institutionsWhere, institutionInView } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { handOverPage, sellerFormPage } from '../pins.pages.ts';
import { pinSellers } from '../pins.schema.ts';
import { placesOf } from '../stock/stock.queries.ts';
import { AddSeller, addSeller, EditSeller, editSeller, findSeller, HandOver, handOver } from './sellers.ts';

const params = z.object({ id });
const config = may('pins.edit');
const stock = '/pins';

/** Who sells printed pins for the school, and which cards they have. */
export function sellerRoutes(app: App): void {
  app.get('/pin-sellers/new', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const props = await request.read(async (_db, actor) => {
      const institutionId = institutionInView(actor, request.query.institution_id, 'pins.edit');
      return { seller: null, institutionId, institutions: placesOf(actor, institutionsWhere(actor, 'pins.edit')) };
    });
    return reply.page(sellerFormPage, props);
  });

  app.post('/pin-sellers', { config: { ...config, once: true }, schema: { body: AddSeller } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addSeller(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: stock };
    }),
  );

  app.get('/pin-sellers/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const seller = await request.read((db, actor) => findSeller(db, actor, request.params.id));
    const form = { name: seller.name, kind: seller.kind, contact: seller.contact };
    return reply.page(sellerFormPage, {
      seller: { id: seller.id, ...form },
      institutionId: seller.institutionId,
      institutions: [],
      opened: openedOf(EditSeller, form),
    });
  });

  app.post('/pin-sellers/:id', { config, schema: { params, body: EditSeller } }, async (request, reply) => {
    await request.write((tx, actor) => editSeller(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(stock);
  });

  const range = z.object({
    ...viewFields,
    first_serial: z.string().max(20).default(''),
    last_serial: z.string().max(20).default(''),
  });
  app.get(
    '/pin-handovers/new',
    { config: may('pins.handOver'), schema: { querystring: range } },
    async (request, reply) => {
      const sellers = await request.read((db, actor) =>
        db
          .select({ id: pinSellers.id, name: pinSellers.name })
          .from(pinSellers)
          .where(
            and(
              isOneOf(pinSellers.institutionId, institutionsWhere(actor, 'pins.handOver')),
              isNull(pinSellers.archivedAt),
            ),
          )
          .orderBy(asc(pinSellers.name)),
      );
      const { first_serial: first, last_serial: last } = request.query;
      return reply.page(handOverPage, { sellers, first, last });
    },
  );

  app.post(
    '/pin-handovers',
    { config: { ...may('pins.handOver'), once: true }, schema: { body: HandOver } },
    (request, reply) =>
      reply.once(async (tx, actor) => ({ flash: await handOver(tx, actor, request.body), go: stock })),
  );
}
