import { z } from 'zod';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { id } from '#kernel/schemas.ts';
import { machine, may, type App } from '#web/routes.ts';
import { DeliveryReport, reportDelivery } from './report-delivery.ts';
import {
  deliveryMachine,
  ReplaceSecret,
  replaceWebhookSecret,
  webhookSecrets,
  type WebhooksOf,
} from './webhook-secrets.ts';
import type { Choice } from '#kernel/choices.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { auditList } from './audit.list.ts';
import type { outboxList } from './outbox.list.ts';

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

export const auditLog = page<
  PropsOfList<typeof auditList> & {
    areas: Record<string, string>;
    /** The user of the filter; other users are named by their entries. */
    person?: Choice | null;
    /** The date ranges of current terms; institutions can differ. */
    terms?: { from: string; to: string }[];
  }
>('audit/audit-log');

export const webhookSecretsPage = page<{ rows: WebhooksOf[]; origin: string; header: string }>('audit/webhook-secrets');

export const outboxPage = page<PropsOfList<typeof outboxList> & { can: { setUp: boolean } }>('audit/outbox');
