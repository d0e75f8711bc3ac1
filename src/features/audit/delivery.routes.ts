import { z } from 'zod';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { id } from '#kernel/schemas.ts';
import { machine, may, type App } from '#web/routes.ts';
import { deliveryPage } from './audit.pages.ts';
import { deliveryMachine, deliverySettings, replaceDeliverySecret, showDeliverySecret } from './delivery-secret.ts';
import { DeliveryReport, reportDelivery } from './report-delivery.ts';

const header = 'x-akada-signature';
const editing = may('institutions.edit');
const params = z.object({ id });

/** Delivery reports from an SMS or e-mail provider, and the secret they are signed with. */
export function deliveryRoutes(app: App): void {
  const { secret } = app.services;

  app.post(
    '/hooks/:institution/delivery-reports',
    {
      config: machine({
        name: deliveryMachine,
        title: 'Delivery reports',
        verify: hmacOfBody(header, 'sha512'),
        bodyLimit: 16_384,
      }),
      schema: { body: DeliveryReport },
    },
    (request, reply) =>
      reply.machine((tx, actor) => reportDelivery(tx, actor, request.signed!.institutionId, request.body)),
  );

  app.get(
    '/outbox/delivery-reports',
    {
      config: editing,
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const rows = await request.read((db, actor) => deliverySettings(db, actor, request.query.institution_id));
      return reply.page(deliveryPage, { rows, origin: await request.publicOrigin(), header });
    },
  );

  app.post(
    '/institutions/:id/delivery-secret/show',
    { config: { ...editing, confirm: true }, schema: { params } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await request.write((tx, actor) => showDeliverySecret(tx, actor, secret, request.params.id))),
  );

  app.post(
    '/institutions/:id/delivery-secret',
    { config: { ...editing, confirm: true }, schema: { params } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await request.write((tx, actor) => replaceDeliverySecret(tx, actor, secret, request.params.id))),
  );
}
