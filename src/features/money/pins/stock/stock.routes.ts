import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { VoidPin, voidPin, replacePin } from '../corrections/void-pins.ts';
import { readSerial } from '../pin-keys.ts';
import { pinPage, stockPage, tryListPage } from '../pins.pages.ts';
import { serialText } from '../pins.ts';
import { pinBySerial, pinRecord } from './pin-record.queries.ts';
import { kindRows, sellerRows } from './stock.queries.ts';
import { tryList } from './tries.list.ts';

const config = may('pins.view');
const params = z.object({ id });
const sensitive = { ...may('pins.void'), confirm: true };

/** Stock by type and seller, one pin with its way, and the tries. */
export function stockRoutes(app: App): void {
  const { secret } = app.services;

  app.get('/pins', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const wanted = request.query.institution_id;
    const props = await request.read(async (db, actor) => {
      const [kinds, sellers] = await Promise.all([kindRows(db, actor, wanted), sellerRows(db, actor, wanted)]);
      const has = (permission: 'pins.edit' | 'pins.make' | 'pins.handOver') =>
        institutionsInView(actor, wanted, permission).length > 0;
      return {
        kinds,
        sellers,
        can: { edit: has('pins.edit'), make: has('pins.make'), handOver: has('pins.handOver') },
      };
    });
    return reply.page(stockPage, props);
  });

  app.get(
    '/pins/find',
    { config, schema: { querystring: z.object({ ...viewFields, serial: z.string().max(30).default('') }) } },
    async (request, reply) => {
      const { serial, institution_id } = request.query;
      const found = await request.read((db, actor) => pinBySerial(db, actor, readSerial(serial) ?? 0, institution_id));
      return reply.seeOther(`/pins/${found}`);
    },
  );

  app.get('/pins/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(pinPage, { pin: await request.read((db, actor) => pinRecord(db, actor, request.params.id)) }),
  );

  app.post('/pins/:id/void', { config: sensitive, schema: { params, body: VoidPin } }, async (request, reply) => {
    await request.write(async (tx, actor) => {
      const { institutionId, serial } = await pinRecord(tx, actor, request.params.id);
      await voidPin(tx, actor, institutionId, serial, request.body);
    });
    return reply.flash('The pin is void.').seeOther(`/pins/${request.params.id}`);
  });

  app.post('/pins/:id/replace', { config: sensitive, schema: { params, body: VoidPin } }, async (request, reply) => {
    const made = await request.write(async (tx, actor) => {
      const { institutionId, serial } = await pinRecord(tx, actor, request.params.id);
      const replacement = await replacePin(tx, actor, secret, institutionId, serial, request.body);
      return { serial, replacement, pinId: await pinBySerial(tx, actor, replacement, institutionId) };
    });
    return reply
      .flash(
        `${serialText(made.serial)} is void, and ${serialText(made.replacement)} takes its place on the buyer’s page.`,
      )
      .seeOther(`/pins/${made.pinId}`);
  });

  app.get('/pin-tries', { config, schema: { querystring: tryList.Filter } }, async (request, reply) =>
    reply.page(tryListPage, await tryList.props(request)),
  );
}
