import { sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { secretInAddress, type Signed } from '#kernel/secrets/signatures.ts';
import type { ReceiveIncoming } from '#web/feature.ts';
import { machine, may, type App } from '#web/routes.ts';
import { hookVerifiers } from './hook-verifiers.ts';
import { incomingMachine, machineOf } from './machine-of.ts';
import { reportCollector } from './collect-reports.ts';
import { untilKnown } from './until-known.ts';
import { isVerifyToken, settingsForHooks } from './settings-for-hooks.ts';
import type { ProviderKind, ProviderSettings, Incoming } from '#kernel/messages/providers/provider.ts';
import { query, type Tx } from '#kernel/database.ts';

const Challenge = z.object({
  'hub.mode': z.string().max(50).optional(),
  'hub.verify_token': z.string().max(300).optional(),
  'hub.challenge': z.string().max(300).optional(),
});

type Received = Parameters<ReceiveIncoming>[1];

/** Where providers report deliveries and bounces, and hand over what people reply. */
export function hookRoutes(app: App): void {
  const { services } = app;
  const collect = reportCollector(services.database);
  const settingsOf = settingsForHooks(services);

  for (const kind of Object.keys(providerKinds) as ProviderKind[])
    app.post(
      `/hooks/:institution/${machineOf(kind)}`,
      {
        config: machine({
          name: machineOf(kind),
          title: providerKinds[kind].label,
          verify: (of: Signed, secret) => hookVerifiers[kind](of, secret),
          // A whole message's reports come from a few addresses.
          perMinute: 120_000,
          bodyLimit: kind === 'smtp' ? 262_144 : 65_536,
        }),
        schema: { body: z.unknown() },
      },
      async (request, reply) => {
        const { institutionId, bodyHash } = request.signed!;
        const provider = await openProvider(kind);
        const settings: ProviderSettings =
          kind === 'http' || kind === 'smtp' ? await settingsOf(institutionId, kind) : {};
        const asked = { body: request.body, settings };
        const incoming = provider.readIncoming(asked);
        if (incoming.length > 0) {
          // Otherwise the address of reports could be used to forge texts.
          if (hookVerifiers[kind] === secretInAddress)
            throw new Conflict('Texts have an address of their own: see Webhook secrets.');
          return receive(reply, { institutionId, machine: machineOf(kind), channel: provider.channel, incoming });
        }
        const reports = provider.readReport(asked);
        const delivery = { machine: machineOf(kind), title: provider.label, bodyHash, reports };
        const isKnown =
          reports.length === 0 ||
          (await untilKnown(services.database, institutionId, () => collect(institutionId, delivery)));
        if (!isKnown) throw new NotFound('message');
        return reply.header('Cache-Control', 'no-store').send({ received: true });
      },
    );

  app.post(
    `/hooks/:institution/${incomingMachine}`,
    {
      config: machine({ name: incomingMachine, title: 'Texts from Africa’s Talking', verify: secretInAddress }),
      schema: { body: z.unknown() },
    },
    async (request, reply) => {
      const { institutionId } = request.signed!;
      const provider = await openProvider('africastalking');
      const incoming = provider.readIncoming({ body: request.body, settings: {} });
      return receive(reply, { institutionId, machine: incomingMachine, channel: provider.channel, incoming });
    },
  );

  async function receive(reply: FastifyReply, received: Received) {
    const works = await Promise.all(app.product.incoming.map((prepare) => prepare(services, received)));
    return reply.machine(async (tx, actor) => {
      const { channel, institutionId, incoming } = received;
      if (channel === 'whatsapp') await openWindows(tx, institutionId, incoming);
      for (const work of works) await work(tx, actor);
    });
  }

  // Meta asks once whether the address is ours, when it is entered.
  app.get(
    `/hooks/:institution/${machineOf('whatsapp')}`,
    {
      config: may('public'),
      schema: { params: z.object({ institution: z.string().max(20) }), querystring: Challenge },
    },
    async (request, reply) => {
      const { 'hub.verify_token': token = '', 'hub.challenge': challenge = '', 'hub.mode': mode } = request.query;
      const isOurs = /^\d{1,9}$/.test(request.params.institution) && mode === 'subscribe';
      if (!isOurs || !(await isVerifyToken(services, Number(request.params.institution), token))) throw new NotFound();
      return reply
        .header('Cache-Control', 'no-store')
        .type('text/plain')
        .send(challenge.replace(/[^\w.-]/g, ''));
    },
  );
}

/** People who write by WhatsApp can get free text for 24 hours, less a margin for the time until it is sent. */
async function openWindows(tx: Tx, institutionId: number, incoming: Incoming[]): Promise<void> {
  const from = [...new Set(incoming.map((one) => one.from))].toSorted();
  await query(tx, sql`delete from whatsapp_windows where institution_id = ${institutionId} and open_until < now()`);
  await query(
    tx,
    sql`
    insert into whatsapp_windows (institution_id, address, open_until)
    select ${institutionId}::int, a, now() + interval '23 hours 50 minutes' from jsonb_array_elements_text(${JSON.stringify(from)}::jsonb) a
    on conflict (institution_id, address) do update set open_until = excluded.open_until`,
  );
}
