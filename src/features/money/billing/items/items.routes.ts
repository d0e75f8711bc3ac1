import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { countOf, money } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { ChangeChoices, changeChoices, type ChoiceChanges } from './change-choices.ts';
import {
  itemsOfStudent,
  type ItemsOfStudent,
  itemsOfBatch,
  type ItemsOfBatch,
  BillTickedItems,
  billTickedItems,
} from './bill-items.ts';
import { page } from '#web/page.ts';

const params = z.object({ id });
const config = may('fees.bill');
const acting = { ...config, once: true };
const batch = queryParam(id);

/** Optional items: ticked by batch or for one student, and billed to those who have the fee's invoice already. */
export function itemRoutes(app: App): void {
  app.get(
    '/fees/:id/items',
    { config: { ...config, isHeavy: true }, schema: { params, querystring: z.object({ ...viewFields, batch }) } },
    async (request, reply) =>
      reply.page(
        itemListPage,
        await request.snapshot((tx, actor) => itemsOfBatch(tx, actor, request.params.id, request.query.batch)),
      ),
  );

  app.post(
    '/fees/:id/items',
    { config: acting, schema: { params, body: ChangeChoices.extend({ batch }) } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { id: feeId } = request.params;
        const changed = await changeChoices(tx, actor, { feeId }, request.body);
        const query = request.body.batch ? `?batch=${request.body.batch}` : '';
        return { flash: inWords(actor, changed), go: `/fees/${feeId}/items${query}` };
      }),
  );

  app.post(
    '/fees/:id/proposals/items',
    { config: acting, schema: { params, body: BillTickedItems } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const billed = await billTickedItems(tx, actor, request.params.id, request.body);
        return {
          flash: `${countOf(billed, 'optional item was', 'optional items were')} billed.`,
          go: `/fees/${request.params.id}/proposals`,
        };
      }),
  );

  app.get('/students/:id/items', { config: { ...config, isHeavy: true }, schema: { params } }, async (request, reply) =>
    reply.page(studentItemsPage, await request.snapshot((tx, actor) => itemsOfStudent(tx, actor, request.params.id))),
  );

  app.post('/students/:id/items', { config: acting, schema: { params, body: ChangeChoices } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const { id: studentId } = request.params;
      const changed = await changeChoices(tx, actor, { studentId }, request.body);
      return { flash: inWords(actor, changed), go: `/students/${studentId}/items` };
    }),
  );
}

function inWords(actor: Actor, { institutionId, added, removed, billed }: ChoiceChanges): string {
  const { currency } = membershipIn(actor, institutionId)!;
  const done = [
    added > 0 && `${countOf(added, 'item')} added.`,
    removed > 0 && `${countOf(removed, 'item')} removed.`,
    billed.count > 0 && `${money(billed.total, currency)} was billed with ${countOf(billed.count, 'invoice')}.`,
  ].filter(Boolean);
  return done.join(' ') || 'A colleague has already saved the same items.';
}

/** The tick list of optional items by batch. */
export const itemListPage = page<ItemsOfBatch>('billing/item-list');
/** The optional items of one student. */
export const studentItemsPage = page<ItemsOfStudent>('billing/student-items');
