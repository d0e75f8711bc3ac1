import type { Surroundings } from './draft.ts';
import { idFor } from './draft-ids.ts';

type Form = Record<string, unknown>;

/** Forms of what one person could gain by: other destinations, and what a visitor causes. */
export const gainForms: Record<string, (surroundings: Surroundings) => Form> = {
  '/message-providers/save': ({ chance, own, at }) => ({
    institution_id: idFor(own, 'institution', chance),
    kind: 'smtp',
    place: chance.pick(['1', '2']),
    per_second: 20,
    host: `mail.zq${at}.example`,
    port: '587',
    security: 'starttls',
    user: 'zq',
    password: `zq ${at}`,
    from: `zq${at}@zq.example`,
  }),
  '/message-providers/switch': ({ chance, own }) => ({
    institution_id: idFor(own, 'institution', chance),
    provider_id: (own.get('message_providers') ?? [1]).at(-1),
    is_on: chance.pick(['true', 'true', '']),
  }),
  '/payment-gateways/keys': ({ chance, own, at }) => ({
    institution_id: idFor(own, 'institution', chance),
    provider: chance.pick(['paystack', 'flutterwave']),
    secretKey: `sk_live_${String(at).padStart(40, 'z')}`,
    webhookHash: `zq webhook of ${at}`,
    accountBank: '',
  }),
  '/payment-gateways/enable': ({ chance, own }) => ({
    institution_id: idFor(own, 'institution', chance),
    provider: chance.pick(['paystack', 'flutterwave', '']),
  }),
  '/bank-accounts': bankAccount,
  '/bank-accounts/:id': bankAccount,
  '/orders': ({ chance, own, at }) => ({
    institution_id: idFor(own, 'institution', chance),
    kind_id: idFor(own, 'kind', chance),
    quantity: 1 + chance.below(5),
    buyer_name: 'Amina Bello',
    buyer_email: `zq${at}@${chance.pick(['example.ng', 'gmail.com'])}`,
    buyer_phone: '',
  }),
  '/sites/:slug/apply': ({ chance, own, at }) => ({
    program_id: String(own.get('open programs')?.[0]),
    class_id: String(own.get('open classes')?.[0]),
    surname: 'Bello',
    firstName: chance.pick(['Aisha', 'Pay at once']),
    birthDate: '2014-05-06',
    phone: chance.pick(['', '08035550101']),
    email: `zq${at % 40}@example.ng`,
  }),
  '/forgot-password': ({ chance }) => ({ identifier: chance.pick(['owner', 'bursar']) }),
  '/public-address': ({ at }) => ({ publicUrl: `https://zq${at}.example`, isChecked: 'true' }),
};

function bankAccount({ chance, own, at }: Surroundings): Form {
  return {
    institution_id: idFor(own, 'institution', chance),
    name: `Zq ${at}`,
    bank: 'Zq Bank',
    number: String(1_000_000_000 + at),
    ledger_account_id: own.get('the bank in the ledger')?.[0],
  };
}

/** What a visitor causes messages and reservations with. */
export const ofVisitors = ['/orders', '/sites/:slug/apply', '/forgot-password'];

/** What asks for another place where something goes: each by one person, who then tries to agree alone. */
export const destinations = [
  '/message-providers/save',
  '/message-providers/switch',
  '/payment-gateways/keys',
  '/payment-gateways/enable',
  '/bank-accounts',
  '/bank-accounts/:id',
  '/bank-accounts/:id/restore',
  '/public-address',
];
