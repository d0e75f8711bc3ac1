import { signedByHash, type Webhook } from './fake-webhooks.ts';
import {
  fakeLedger,
  paidAt,
  type Answer,
  type ReceivedRequest,
  type FakeTransaction,
  type Outcome,
} from './fake-transactions.ts';

const words = {
  successful: 'successful',
  failed: 'failed',
  abandoned: 'cancelled',
  pending: 'pending',
  reversed: 'reversed',
};

/** Flutterwave's documented HTTP, version 3: payments, verification by id and by reference, events with a hash. */
export function fakeFlutterwave(pages: () => string) {
  const ledger = fakeLedger();
  /** The secret hash of its webhooks. */
  const settings = { webhookHash: 'fake-webhook-hash-0001' };
  const ok = (data: unknown, message: string): Answer => ({ status: 200, body: { status: 'success', message, data } });
  const no = (status: number, message: string): Answer => ({ status, body: { status: 'error', message, data: null } });

  function answer({ method, path, headers, body }: ReceivedRequest): Answer {
    const key = /^Bearer (FLWSECK(?:_TEST)?-[\w-]+)$/.exec(String(headers.authorization))?.[1];
    if (!key) return no(401, 'Invalid authorization key');
    const { pathname, searchParams } = new URL(path, 'http://fake');
    if (method === 'POST' && pathname === '/payments') return initialize(key, body);
    if (method !== 'GET') return no(404, 'Not available');
    if (pathname === '/transactions/verify_by_reference') {
      return verify(key, ledger.all.get(searchParams.get('tx_ref') ?? ''));
    }
    const id = /^\/transactions\/(\d+)\/verify$/.exec(pathname)?.[1];
    return verify(
      key,
      [...ledger.all.values()].find((one) => String(one.id) === id),
    );
  }

  function initialize(key: string, body: Record<string, unknown>): Answer {
    const { email } = (body.customer ?? {}) as { email?: string };
    if (!body.tx_ref) return no(400, 'tx_ref is required');
    if (!email?.includes('@')) return no(400, 'customer email is required');
    const [, naira, kobo = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(body.amount)) ?? [];
    if (!naira) return no(400, 'amount must be a number');
    const added = ledger.add(
      {
        key,
        reference: String(body.tx_ref),
        amount: Number(naira + kobo.padEnd(2, '0')),
        currency: String(body.currency ?? 'NGN'),
        email,
        returnTo: String(body.redirect_url),
      },
      { status: 'pending' },
    );
    if (!added) return no(400, 'Duplicate transaction reference');
    return ok({ link: `${pages()}/${added.id}` }, 'Hosted Link');
  }

  /** There is no transaction before somebody has tried to pay. */
  function verify(key: string, found: FakeTransaction | undefined): Answer {
    const outcome = found?.key === key && ledger.next(found);
    if (!outcome || outcome.status === 'abandoned') return no(400, 'No transaction was found for this id');
    return ok(dataOf(found, outcome), 'Transaction fetched successfully');
  }

  const event = (reference: string, name = 'charge.completed'): Webhook =>
    signedByHash(
      { event: name, data: dataOf(ledger.of(reference), ledger.now(reference)), 'event.type': 'CARD_TRANSACTION' },
      settings.webhookHash,
    );

  /** Where Flutterwave sends the payer back to. */
  const returnAddress = (reference: string) => {
    const { id, returnTo } = ledger.of(reference);
    const address = new URL(returnTo);
    const { status } = ledger.now(reference);
    address.searchParams.set('status', words[status]);
    address.searchParams.set('tx_ref', reference);
    if (status !== 'abandoned') address.searchParams.set('transaction_id', String(id));
    return address.href;
  };

  return { ...ledger, settings, answer, event, returnAddress };
}

const nairaOf = (kobo: number) => Number((kobo / 100).toFixed(2));

const dataOf = (of: FakeTransaction, outcome: Outcome) => ({
  id: of.id,
  tx_ref: of.reference,
  flw_ref: `FLW${of.id}`,
  amount: nairaOf(outcome.amount ?? of.amount),
  charged_amount: nairaOf(outcome.amount ?? of.amount),
  currency: outcome.currency ?? of.currency,
  app_fee: nairaOf(outcome.fee ?? 0),
  merchant_fee: 0,
  processor_response: outcome.status === 'successful' ? 'Approved' : 'Declined',
  status: outcome.word ?? words[outcome.status],
  payment_type: outcome.channel ?? 'card',
  created_at: paidAt,
  card: { first_6digits: '553188', last_4digits: '2950', type: 'MASTERCARD', expiry: '09/32' },
  customer: { email: of.email },
});
