import { sql, and, eq, isNotNull } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { institutionIn } from '#kernel/cells.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { same, secretInAddress, type SignedRequest } from '#kernel/secrets/signatures.ts';
import type { ReceiveIncoming } from '#web/feature.ts';
import { machine, may, type App, type Services } from '#web/routes.ts';
import { incomingMachine, machineOf, hookVerifiers } from './machine-of.ts';
import type { ProviderKind, ProviderSettings, Incoming } from '#kernel/messages/providers/provider.ts';
import { query, type Tx, type Database } from '#kernel/database.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { registerCache } from '#kernel/cache-registry.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { unsealSettings } from '../keys.ts';
import { systemActor } from '#kernel/actor.ts';
import { stopGone } from '../sender/save-results.ts';
import { applyReports, type DeliveryReports } from './apply-reports.ts';

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
          verify: (of: SignedRequest, secret) => hookVerifiers[kind](of, secret),
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
      const institutionId = mode === 'subscribe' ? institutionIn(request.params.institution) : 0;
      if (!institutionId || !(await isVerifyToken(services, institutionId, token))) throw new NotFound();
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

/** Milliseconds: together longer than a batch that is being sent usually takes. */
const pauses = [200, 400, 800, 1600, 3000, 3000, 3000];

/**
 * A report can be faster than the answers of the batch in which its message was sent, and few providers bring a report a
 * second time. So while messages are being sent, one about an unknown message waits for them.
 */
export async function untilKnown(
  database: Database,
  institutionId: number,
  apply: () => Promise<boolean>,
): Promise<boolean> {
  if (await apply()) return true;
  for (const milliseconds of pauses) {
    const isSending = await hasUnanswered(database, institutionId);
    if (await apply()) return true;
    if (!isSending) return false;
    await pause(milliseconds);
  }
  return apply();
}

async function hasUnanswered(database: Database, institutionId: number): Promise<boolean> {
  const found = await database.readAsSystem([institutionId], (db) =>
    query(db, sql`select 1 from outbox where institution_id = ${institutionId} and state = 'sending' limit 1`),
  );
  return found.length > 0;
}

type HookServices = Pick<Services, 'database' | 'secret'>;

const keptFor = 5_000;

/** The saved settings of a provider, read again after some seconds: hundreds of reports a second ask for them. */
function settingsForHooks(services: HookServices) {
  const kept = registerCache(new Map<string, { until: number; settings: Promise<ProviderSettings> }>());
  return (institutionId: number, kind: ProviderKind): Promise<ProviderSettings> => {
    const name = `${institutionId} ${kind}`;
    const known = kept.get(name);
    if (known && known.until > performance.now()) return known.settings;
    const settings = savedSettings(services, institutionId, kind);
    kept.set(name, { until: performance.now() + keptFor, settings });
    settings.catch(() => kept.delete(name));
    return settings;
  };
}

async function savedSettings({ database, secret }: HookServices, institutionId: number, kind: ProviderKind) {
  const [row] = await database.readAsSystem([institutionId], (db) =>
    db
      .select({ channel: messageProviders.channel, sealed: messageProviders.sealed })
      .from(messageProviders)
      .where(
        and(
          eq(messageProviders.institutionId, institutionId),
          eq(messageProviders.kind, kind),
          isNotNull(messageProviders.place),
        ),
      ),
  );
  return (row && unsealSettings(secret, { institutionId, channel: row.channel, kind }, row.sealed)) ?? {};
}

/** Whether Meta was told this token by the institution. Constant time. */
async function isVerifyToken(services: HookServices, institutionId: number, token: string): Promise<boolean> {
  const { verifyToken = '' } = await savedSettings(services, institutionId, 'whatsapp');
  return same(token, verifyToken);
}

/** What one request of a provider reports, and the hash of its body. */
interface Delivery extends DeliveryReports {
  machine: string;
  title: string;
}

interface Waiting {
  delivery: Delivery;
  answer: PromiseWithResolvers<boolean>;
}

const collectFor = 5;
const deliveriesPerWrite = 400;

/**
 * Collects reports for some milliseconds and writes them in one transaction: a message to many brings hundreds a second,
 * and each would lock the same totals. Resolves to whether any of the messages is known; rejects if nothing was written.
 */
function reportCollector(database: Database) {
  const waiting = new Map<string, Waiting[]>();
  const writing = new Map<string, Promise<void>>();

  function collect(institutionId: number, delivery: Delivery): Promise<boolean> {
    const name = `${institutionId} ${delivery.machine}`;
    const answer = Promise.withResolvers<boolean>();
    const group = waiting.get(name);
    if (group) group.push({ delivery, answer });
    else {
      waiting.set(name, [{ delivery, answer }]);
      setTimeout(() => void begin(institutionId, name), collectFor);
    }
    return answer.promise;
  }

  /** One batch of an institution after the other; what comes meanwhile is the next one. */
  async function begin(institutionId: number, name: string): Promise<void> {
    await writing.get(name);
    const all = waiting.get(name) ?? [];
    waiting.delete(name);
    const work = write(institutionId, all.slice(0, deliveriesPerWrite)).then(() => {
      if (writing.get(name) === work) writing.delete(name);
    });
    writing.set(name, work);
    if (all.length > deliveriesPerWrite) {
      waiting.set(name, [...all.slice(deliveriesPerWrite), ...(waiting.get(name) ?? [])]);
      void begin(institutionId, name);
    }
  }

  async function write(institutionId: number, batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const { machine, title } = batch[0]!.delivery;
    try {
      const { isKnown, gone } = await database.asSystem([institutionId], (tx) =>
        applyReports(
          tx,
          systemActor(institutionId, title),
          { institutionId, machine },
          batch.map(({ delivery }) => delivery),
        ),
      );
      for (const { channel, addresses } of gone) await stopGone(database, institutionId, channel, addresses);
      for (const [at, { answer }] of batch.entries()) answer.resolve(isKnown[at]!);
    } catch (error) {
      for (const { answer } of batch) answer.reject(error as Error);
    }
  }

  return collect;
}
