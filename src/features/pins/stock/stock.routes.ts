import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { replacePin } from '../corrections/replace-pin.ts';
import { VoidPin, voidPin } from '../corrections/void-pins.ts';
import { readSerial } from '../pin-keys.ts';
import { pinPage, stockPage, tryListPage } from '../pins.pages.ts';
import { serialText } from '../pins.ts';
import { NotFound } from '#kernel/errors.ts';
import { pinRecord } from './pin-record.queries.ts';
import { kindRows, sellerRows } from './stock.queries.ts';
import { tryList } from './tries.list.ts';

const config = may('pins.view');
const params = z.object({ serial: z.coerce.number().int().positive().max(999_999_999_999) });
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
    { config, schema: { querystring: z.object({ serial: z.string().max(30) }) } },
    (request, reply) => {
      const serial = readSerial(request.query.serial);
      if (serial === null) throw new NotFound('pin');
      return reply.go(`/pins/${serial}`);
    },
  );

  app.get('/pins/:serial', { config, schema: { params } }, async (request, reply) => {
    const pin = await request.read((db, actor) => pinRecord(db, actor, request.params.serial));
    return reply.page(pinPage, { pin });
  });

  app.post('/pins/:serial/void', { config: sensitive, schema: { params, body: VoidPin } }, async (request, reply) => {
    const { serial } = request.params;
    await request.write(async (tx, actor) => {
      const { institutionId } = await pinRecord(tx, actor, serial);
      await voidPin(tx, actor, institutionId, serial, request.body);
    });
    return reply.flash('The pin is void.').go(`/pins/${serial}`);
  });

  app.post(
    '/pins/:serial/replace',
    { config: sensitive, schema: { params, body: VoidPin } },
    async (request, reply) => {
      const { serial } = request.params;
      const replacement = await request.write(async (tx, actor) => {
        const { institutionId } = await pinRecord(tx, actor, serial);
        return replacePin(tx, actor, secret, institutionId, serial, request.body);
      });
      return reply
        .flash(`${serialText(serial)} is void, and ${serialText(replacement)} takes its place on the buyer’s page.`)
        .go(`/pins/${replacement}`);
    },
  );

  app.get('/pin-tries', { config, schema: { querystring: tryList.Filter } }, async (request, reply) =>
    reply.page(tryListPage, await tryList.props(request)),
  );
}
