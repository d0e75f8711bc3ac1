import { z } from 'zod';
import { hmacOfBody } from '#kernel/secrets/signatures.ts';
import {
  segment,
  type GatewayNetwork,
  callsTo,
  type Call,
  checkStart,
  pageAddress,
  eventId,
  eventReference as reference,
  idText,
  text,
  currency,
  details,
  kobo,
  optionalText,
  time,
} from './ask.ts';
import type {
  Gateway,
  GatewaySettings,
  GatewayEvent,
  AccountRequest,
  DedicatedAccount,
  DedicatedAccounts,
  GatewayMode,
  FoundAnswer,
} from './gateway.ts';
import { safeText } from '#kernel/safe-text.ts';

/** A NUBAN; a masked one is none. */
const accountNumber = z.string().regex(/^\d{10}$/);
const receiver = z.object({
  channel: z.unknown().optional(),
  authorization: z
    .object({ channel: z.unknown().optional(), receiver_bank_account_number: accountNumber.catch('') })
    .nullish()
    .catch(null),
  metadata: z
    .object({ receiver_account_number: accountNumber.catch('') })
    .nullish()
    .catch(null),
});

/** The dedicated account that received a transaction. Paystack names it in two places; null if they differ. */
export function receiverOf(transaction: unknown): { isTransfer: boolean; account: string | null } {
  const { channel, authorization, metadata } = receiver.safeParse(transaction).data ?? {};
  const isTransfer = [channel, authorization?.channel].includes('dedicated_nuban');
  const named = [authorization?.receiver_bank_account_number, metadata?.receiver_account_number].filter(Boolean);
  const isClear = isTransfer && new Set(named).size === 1;
  return { isTransfer, account: isClear ? named[0]! : null };
}

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

const Charge = z.object({ id: eventId, reference });
const Refund = z.object({ transaction_reference: reference });
const Dispute = z.object({ transaction: z.object({ reference }) });

/** https://paystack.com/docs/payments/webhooks */
function readPaystackEvent(body: unknown): GatewayEvent | null {
  const { event, data } = z.object({ event: z.string(), data: z.unknown() }).safeParse(body).data ?? {};
  if (event === 'charge.success') return chargeOf(data);
  if (event === 'refund.processed') return about('refund', Refund.safeParse(data).data?.transaction_reference);
  if (event === 'charge.dispute.create') return about('dispute', Dispute.safeParse(data).data?.transaction.reference);
  return null;
}

const about = (kind: 'refund' | 'dispute', of: string | undefined): GatewayEvent | null =>
  of ? { kind, reference: of, providerId: null, account: null } : null;

/** The rest is asked for: nothing in an event is credited. */
function chargeOf(data: unknown): GatewayEvent | null {
  const charge = Charge.safeParse(data).data;
  if (!charge) return null;
  const { isTransfer, account } = receiverOf(data);
  return {
    kind: isTransfer ? 'transfer' : 'charge',
    reference: charge.reference,
    providerId: charge.id ?? null,
    account,
  };
}

const Customer = z.object({ id: idText, customer_code: text });
const Account = z.object({
  account_number: accountNumber,
  account_name: text,
  bank: z.object({ name: text }),
  customer: z.object({ customer_code: text }).nullish(),
});

/** https://paystack.com/docs/payments/dedicated-virtual-accounts */
function paystackAccounts(call: Call, modeOf: (settings: GatewaySettings) => GatewayMode | null): DedicatedAccounts {
  async function open({ settings, signal, ...payer }: AccountRequest): Promise<DedicatedAccount> {
    const from = { key: settings.secretKey ?? '', signal };
    const names = { first_name: payer.firstName, last_name: payer.lastName, phone: payer.phone };
    // Paystack returns the existing customer of an address.
    const customer = await call.send(Customer, {
      ...from,
      method: 'POST',
      path: '/customer',
      body: { email: payer.email, ...names },
    });
    const bank = modeOf(settings) === 'test' ? 'test-bank' : settings.accountBank || 'wema-bank';
    const accounts = await call.send(z.array(Account), {
      ...from,
      method: 'GET',
      path: `/dedicated_account?active=true&currency=NGN&customer=${segment(customer.id)}`,
    });
    // Compared again: another student's account would collect this student's money.
    const account =
      accounts.find((one) => one.customer?.customer_code === customer.customer_code) ??
      (await call.send(Account, {
        ...from,
        method: 'POST',
        path: '/dedicated_account',
        body: { customer: customer.customer_code, preferred_bank: bank, ...names },
      }));
    return {
      customerCode: customer.customer_code,
      accountNumber: account.account_number,
      accountName: account.account_name,
      bank: account.bank.name,
    };
  }

  return { open };
}

/** Everything else is in progress: ongoing, pending, processing, queued. */
const statuses: Record<string, FoundAnswer['status']> = {
  success: 'successful',
  failed: 'failed',
  abandoned: 'abandoned',
  reversed: 'reversed',
};

const Verified = z.object({
  id: idText,
  status: text,
  reference: text,
  amount: kobo,
  currency,
  channel: optionalText,
  fees: kobo.nullish().catch(null),
  paid_at: time,
  domain: optionalText,
  gateway_response: optionalText,
  // Cards are in here too; only these fields are read.
  authorization: z
    .object({ sender_name: optionalText, sender_bank: optionalText, narration: optionalText })
    .nullish()
    .catch(null),
});

/** The transaction in an answer of `GET /transaction/verify/:reference`. */
export const PaystackTransaction: z.ZodType<FoundAnswer> = z.unknown().transform((data, context): FoundAnswer => {
  const { data: found } = Verified.safeParse(data);
  if (!found) {
    context.addIssue('Not a transaction.');
    return z.NEVER;
  }
  return {
    status: statuses[found.status] ?? 'pending',
    reference: found.reference,
    providerId: found.id,
    amount: { minor: found.amount, currency: found.currency },
    fee: found.fees ?? null,
    paidAt: found.paid_at,
    channel: safeText(found.channel),
    account: receiverOf(data).account,
    raw: details({
      status: found.status,
      domain: found.domain,
      response: found.gateway_response,
      senderName: found.authorization?.sender_name,
      senderBank: found.authorization?.sender_bank,
      narration: found.authorization?.narration,
    }),
  };
});
