import { z } from 'zod';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import { checkStart, pageAddress } from './answers.ts';
import { segment, type GatewayNetwork } from './ask.ts';
import { callsTo } from './call.ts';
import type { Gateway, GatewaySettings } from './gateway.ts';
import { paystackAccounts } from './paystack-accounts.ts';
import { readPaystackEvent } from './paystack-events.ts';
import { PaystackTransaction } from './paystack-transaction.ts';

const label = 'Paystack';
const currencies = ['NGN', 'GHS', 'KES', 'ZAR', 'USD'];

/** https://paystack.com/docs/api: amounts in kobo, a bearer key, `{ status, message, data }`. */
export function paystack(network: GatewayNetwork = { base: 'https://api.paystack.co' }): Gateway {
  const call = callsTo({ label, network, success: true, missing: /^transaction (reference )?not found/i });

  return {
    name: 'paystack',
    label,
    currencies,
    fields: [
      {
        name: 'secretKey',
        label: 'Secret key',
        hint: 'In Paystack: Settings, API Keys & Webhooks. Begins with sk_test_ or sk_live_.',
        isSecret: true,
        isRequired: true,
      },
      {
        name: 'accountBank',
        label: 'Bank for dedicated accounts',
        hint: 'For example wema-bank or titan-paystack. Test keys always use test-bank.',
        isSecret: false,
        isRequired: false,
      },
    ],
    modeOf,
    problems: (settings) => ({
      ...(!modeOf(settings) && { secretKey: keyProblem(settings.secretKey ?? '') }),
      ...(!/^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(settings.accountBank ?? '') && {
        accountBank: 'Enter the bank’s short name as in Paystack, for example wema-bank.',
      }),
    }),

    async start(payment) {
      const amount = checkStart(payment, currencies);
      const started = await call.send(z.object({ authorization_url: pageAddress(network.base) }), {
        method: 'POST',
        path: '/transaction/initialize',
        key: payment.settings.secretKey ?? '',
        signal: payment.signal,
        body: {
          email: payment.email,
          amount: amount.minor,
          currency: amount.currency,
          reference: payment.reference,
          callback_url: payment.returnTo,
          metadata: {
            cancel_action: payment.returnTo,
            custom_fields: [{ display_name: 'Payer', variable_name: 'payer', value: payment.name }],
          },
        },
      });
      return started.authorization_url;
    },

    async query({ reference, settings, signal }) {
      const path = `/transaction/verify/${segment(reference)}`;
      const found = await call.find(PaystackTransaction, { path, key: settings.secretKey ?? '', signal });
      return found ?? { status: 'unknown', reference };
    },

    webhook: { verify: hmacOfBody('x-paystack-signature', 'sha512'), secret: 'secretKey' },
    readEvent: readPaystackEvent,
    accounts: paystackAccounts(call, modeOf),
  };
}

function modeOf({ secretKey = '' }: GatewaySettings) {
  const [, mode] = /^sk_(test|live)_[A-Za-z0-9]{8,200}$/.exec(secretKey) ?? [];
  return (mode as 'test' | 'live' | undefined) ?? null;
}

function keyProblem(key: string): string {
  if (key === '') return 'Enter the secret key.';
  return key.startsWith('pk_')
    ? 'This is the public key. Copy the secret key, which begins with sk_.'
    : 'Copy the whole secret key. It begins with sk_test_ or sk_live_.';
}
