import type { Database, Db } from '#kernel/database.ts';
import {
  type GatewayNetwork,
  segment,
  callsTo,
  checkStart,
  eventId,
  eventReference,
  pageAddress,
  currency,
  details,
  idText,
  naira,
  optionalText,
  text,
  time,
  nairaOf,
} from './ask.ts';
import type { Gateway, GatewayMode, GatewaySettings, GatewayEvent, FoundAnswer } from './gateway.ts';
import { paystack } from './paystack.ts';
import type { Services } from '#web/routes.ts';
import type { Provider } from '../gateways.ts';
import { testGateway } from './gateway-errors.ts';
import { and, eq } from 'drizzle-orm';
import { keyFor, seal, unseal } from '#kernel/secrets/keys.ts';
import { gatewayKeys } from '../gateways.schema.ts';
import { z } from 'zod';
import { secretInHeader } from '#kernel/secrets/signatures.ts';
import { safeText } from '#kernel/safe-text.ts';

const label = 'Flutterwave';
const currencies = ['NGN', 'GHS', 'KES', 'ZAR', 'USD'];

/** https://developer.flutterwave.com/v3.0: amounts in naira, a bearer key, `{ status: 'success', message, data }`. */
export function flutterwave(network: GatewayNetwork = { base: 'https://api.flutterwave.com/v3' }): Gateway {
  const call = callsTo({ label, network, success: 'success', missing: /^no transaction was found/i });

  return {
    name: 'flutterwave',
    label,
    currencies,
    fields: [
      {
        name: 'secretKey',
        label: 'Secret key',
        hint: 'In Flutterwave: Settings, API keys. Begins with FLWSECK_TEST- or FLWSECK-.',
        isSecret: true,
        isRequired: true,
      },
      {
        name: 'webhookHash',
        label: 'Webhook secret hash',
        hint: 'The same text as in Flutterwave under Settings, Webhooks: at least 16 random characters.',
        isSecret: true,
        isRequired: true,
      },
    ],
    modeOf,
    problems: (settings) => ({
      ...(!modeOf(settings) && { secretKey: keyProblem(settings.secretKey ?? '') }),
      ...(!/^[\x21-\x7e]{16,200}$/.test(settings.webhookHash ?? '') && {
        webhookHash: 'Enter at least 16 letters, digits or signs without spaces.',
      }),
    }),

    async start(payment) {
      const amount = checkStart(payment, currencies);
      const started = await call.send(z.object({ link: pageAddress(network.base) }), {
        method: 'POST',
        path: '/payments',
        key: payment.settings.secretKey ?? '',
        signal: payment.signal,
        body: {
          tx_ref: payment.reference,
          amount: nairaOf(amount.minor),
          currency: amount.currency,
          redirect_url: payment.returnTo,
          customer: { email: payment.email, name: payment.name },
        },
      });
      return started.link;
    },

    async query({ reference, providerId, settings, signal }) {
      const path = providerId
        ? `/transactions/${segment(providerId)}/verify`
        : `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
      const found = await call.find(FlutterwaveTransaction, { path, key: settings.secretKey ?? '', signal });
      return found ?? { status: 'unknown', reference };
    },

    webhook: { verify: secretInHeader('verif-hash'), secret: 'webhookHash' },
    readEvent,
  };
}

function modeOf({ secretKey = '' }: GatewaySettings) {
  const found = /^FLWSECK(_TEST)?-[A-Za-z0-9-]{8,200}$/.exec(secretKey);
  return found && (found[1] ? 'test' : 'live');
}

function keyProblem(key: string): string {
  if (key === '') return 'Enter the secret key.';
  if (key.startsWith('FLWPUBK')) return 'This is the public key. Copy the secret key, which begins with FLWSECK.';
  return 'Copy the whole secret key, not the encryption key. It begins with FLWSECK_TEST- or FLWSECK-.';
}

const Event = z.object({
  event: z.literal('charge.completed'),
  data: z.object({
    id: eventId,
    tx_ref: eventReference,
  }),
});

/** https://developer.flutterwave.com/docs/webhooks; failed charges are completed too. */
function readEvent(body: unknown): GatewayEvent | null {
  const { data } = Event.safeParse(body).data ?? {};
  return data ? { kind: 'charge', reference: data.tx_ref, providerId: data.id ?? null, account: null } : null;
}

/** Everything else is in progress. */
const statuses: Record<string, FoundAnswer['status']> = {
  successful: 'successful',
  failed: 'failed',
  cancelled: 'abandoned',
};

/** The transaction in an answer of `GET /transactions/:id/verify`. */
export const FlutterwaveTransaction = z
  .object({
    id: idText,
    tx_ref: text,
    status: text,
    amount: naira,
    charged_amount: naira.nullish(),
    currency,
    app_fee: naira.nullish().catch(null),
    payment_type: optionalText,
    processor_response: optionalText,
    flw_ref: optionalText,
    created_at: time,
    meta: z.object({ originatorname: optionalText, bankname: optionalText }).nullish().catch(null),
  })
  .transform((found): FoundAnswer => ({
    status: statuses[found.status] ?? 'pending',
    reference: found.tx_ref,
    providerId: found.id,
    // `amount` is what was asked for: a payer who transferred less is not credited with all of it.
    amount: { minor: Math.min(found.amount, found.charged_amount ?? found.amount), currency: found.currency },
    fee: found.app_fee ?? null,
    paidAt: found.status === 'successful' ? found.created_at : null,
    channel: safeText(found.payment_type),
    account: null,
    raw: details({
      status: found.status,
      response: found.processor_response,
      providerReference: found.flw_ref,
      senderName: found.meta?.originatorname,
      senderBank: found.meta?.bankname,
    }),
  }));

export interface KeysOf {
  institutionId: number;
  provider: Provider;
}

const keyOf = (secret: Buffer, { institutionId, provider }: KeysOf) =>
  keyFor(secret, `gateway:${institutionId}:${provider}`);

export const sealKeys = (secret: Buffer, of: KeysOf, settings: GatewaySettings): Buffer =>
  seal(keyOf(secret, of), JSON.stringify(settings));

/** The saved settings; null if there are none, or if the installation's key has changed since. */
export async function readKeys(db: Db, secret: Buffer, of: KeysOf) {
  const [row] = await db
    .select({ sealed: gatewayKeys.sealed, mode: gatewayKeys.mode })
    .from(gatewayKeys)
    .where(isOf(of));
  const text = row && unseal(keyOf(secret, of), row.sealed);
  return text ? { settings: JSON.parse(text) as GatewaySettings, mode: row.mode } : null;
}

export const isOf = ({ institutionId, provider }: KeysOf) =>
  and(eq(gatewayKeys.institutionId, institutionId), eq(gatewayKeys.provider, provider));

/** The name of the route's secret for its webhooks. */
export const machineOf = (provider: Provider) => (provider === 'test' ? 'test-gateway' : provider);

declare module '#web/routes.ts' {
  interface Services {
    /** Where payment providers are, if not on the internet. */
    gateways?: { paystack: GatewayNetwork; flutterwave: GatewayNetwork };
  }
}

/** What asking a provider needs. */
export type GatewayServices = Pick<Services, 'database' | 'secret' | 'gateways'>;

/** Those that take real money. */
export const realGateways = { paystack, flutterwave };

/** The gateway of a provider; the test gateway keeps its payments with the institution. */
export function gatewayOf({ database, gateways }: GatewayServices, provider: Provider, institutionId: number): Gateway {
  if (provider === 'paystack') return paystack(gateways?.paystack);
  if (provider === 'flutterwave') return flutterwave(gateways?.flutterwave);
  return testGateway(database, institutionId);
}

export interface GatewayInUse {
  gateway: Gateway;
  settings: GatewaySettings;
  mode: GatewayMode;
}

/** A provider with the institution's keys; null before they are saved. */
export async function gatewayInUse(services: GatewayServices, provider: Provider, institutionId: number) {
  const keys = await within(services.database, institutionId, services.secret, provider);
  return keys && { gateway: gatewayOf(services, provider, institutionId), ...keys };
}

const within = (database: Database, institutionId: number, secret: Buffer, provider: Provider) =>
  database.readAsSystem([institutionId], (db) => readKeys(db, secret, { institutionId, provider }));
