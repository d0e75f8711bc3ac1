import { z } from 'zod';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { id } from '#kernel/schemas.ts';
import { machine, may, type App } from '#web/routes.ts';
import { webhookSecretsPage } from './audit.pages.ts';
import { DeliveryReport, reportDelivery } from './report-delivery.ts';
import { deliveryMachine, ReplaceSecret, replaceWebhookSecret, webhookSecrets } from './webhook-secrets.ts';

const header = 'x-akada-signature';
const setting = may('sending.settings');
const params = z.object({ id });

/** Delivery reports from an SMS or e-mail provider, and the secrets of webhooks. */
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
    '/outbox/webhook-secrets',
    {
      config: setting,
      schema: { querystring: z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() }) },
    },
    async (request, reply) => {
      const rows = await request.read((db, actor) => webhookSecrets(db, actor, request.query.institution_id));
      return reply.page(webhookSecretsPage, { rows, origin: await request.publicOrigin(), header });
    },
  );

  app.post(
    '/institutions/:id/webhook-secret',
    { config: { ...setting, confirm: true }, schema: { params, body: ReplaceSecret } },
    async (request, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(
          await request.write((tx, actor) => replaceWebhookSecret(tx, actor, secret, request.params.id, request.body)),
        ),
  );
}
