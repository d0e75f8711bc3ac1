import { and, asc, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { batchListPage, batchPage, newBatchPage } from '../pins.pages.ts';
import { pinKinds } from '../pins.schema.ts';
import { batchList } from './batches.list.ts';
import { confirmPrinted, maySheetOpen, openSheet, SetExpiry, setExpiry } from './confirm-printed.ts';
import { MakeBatch, makeBatch, batchRecord } from './make-batch.ts';

const params = z.object({ id });
const seeing = may('pins.view');
const making = may('pins.make');

/** Batches of pins and their sheets. */
export function batchRoutes(app: App): void {
  const { files, jobs, secret } = app.services;

  app.get('/pin-batches', { config: seeing, schema: { querystring: batchList.Filter } }, async (request, reply) =>
    reply.page(
      batchListPage,
      await batchList.props(request, (_db, actor) => ({
        can: { make: institutionsInView(actor, request.query.institution_id, 'pins.make').length > 0 },
      })),
    ),
  );

  app.get(
    '/pin-batches/new',
    { config: making, schema: { querystring: z.object({ ...viewFields, kind_id: queryParam(id) }) } },
    async (request, reply) => {
      const kinds = await request.read((db, actor) =>
        db
          .select({ id: pinKinds.id, name: pinKinds.name, type: pinKinds.type, validDays: pinKinds.validDays })
          .from(pinKinds)
          .where(
            and(
              isOneOf(pinKinds.institutionId, institutionsInView(actor, request.query.institution_id, 'pins.make')),
              isNull(pinKinds.archivedAt),
            ),
          )
          .orderBy(asc(pinKinds.name)),
      );
      return reply.page(newBatchPage, { kinds, today: today('Africa/Lagos'), chosen: request.query.kind_id ?? null });
    },
  );

  app.post(
    '/pin-batches',
    { config: { ...making, once: true, isHeavy: true }, schema: { body: MakeBatch } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return reply.once(async (tx, actor) => {
        const made = await makeBatch(tx, actor, jobs, origin, request.body);
        return { go: `/pin-batches/${made.id}` };
      });
    },
  );

  app.get('/pin-batches/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(batchPage, { batch: await request.read((db, actor) => batchRecord(db, actor, request.params.id)) }),
  );

  // Asks to confirm again, before the browser opens the file.
  app.post(
    '/pin-batches/:id/open',
    { config: { ...making, confirm: true }, schema: { params } },
    async (request, reply) => {
      await request.write((tx, actor) => maySheetOpen(tx, actor, request.params.id));
      return reply.send({ file: `/pin-batches/${request.params.id}/sheet` });
    },
  );

  app.get(
    '/pin-batches/:id/sheet',
    { config: making, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const sheet = await request.write((tx, actor) => openSheet(tx, actor, { files, secret }, request.params.id));
      return reply
        .type(sheet.isPdf ? 'application/pdf' : 'text/csv; charset=utf-8')
        .header('Content-Disposition', `${sheet.isPdf ? 'inline' : 'attachment'}; filename="${sheet.name}"`)
        .header('Cache-Control', 'no-store')
        .send(sheet.content);
    },
  );

  app.post(
    '/pin-batches/:id/printed',
    { config: { ...making, confirm: true }, schema: { params } },
    async (request, reply) => {
      const storedAs = await request.write((tx, actor) => confirmPrinted(tx, actor, request.params.id));
      await files.discard(storedAs);
      return reply
        .flash('Hand the cards to a seller or sell them next: until then their pins can’t be used.')
        .seeOther(`/pin-batches/${request.params.id}`);
    },
  );

  app.post(
    '/pin-batches/:id/expiry',
    { config: { ...may('pins.void'), confirm: true }, schema: { params, body: SetExpiry } },
    async (request, reply) => {
      await request.write((tx, actor) => setExpiry(tx, actor, request.params.id, request.body));
      return reply.flash('The validity was changed.').seeOther(`/pin-batches/${request.params.id}`);
    },
  );
}
