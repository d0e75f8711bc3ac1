import { fakeAccounts } from './fake-paystack-accounts.ts';
import { dataOf } from './fake-paystack-data.ts';
import { signedByHmac, type Webhook } from './fake-webhooks.ts';
import { fakeLedger, type Answer, type ReceivedRequest, type Outcome } from './fake-transactions.ts';

/** Paystack's documented HTTP: transactions, customers, dedicated accounts, signed events. */
export function fakePaystack(pages: () => string) {
  const ledger = fakeLedger();
  const accounts = fakeAccounts();
  const quirks = { ignoresFilters: false };
  const ok = (data: unknown, message: string): Answer => ({ status: 200, body: { status: true, message, data } });
  const no = (status: number, message: string): Answer => ({ status, body: { status: false, message } });

  function answer({ method, path, headers, body }: ReceivedRequest): Answer {
    const key = /^Bearer (sk_(?:test|live)_\w+)$/.exec(String(headers.authorization))?.[1];
    if (!key) return no(401, 'Invalid key');
    const { pathname, searchParams } = new URL(path, 'http://fake');
    const route = `${method} ${pathname}`;
    if (route === 'POST /transaction/initialize') return initialize(key, body);
    if (route.startsWith('GET /transaction/verify/')) return verify(key, decodeURIComponent(pathname.slice(20)));
    if (route === 'POST /customer') return ok(accounts.createCustomer(key, body), 'Customer created');
    if (route === 'GET /dedicated_account') {
      const customer = quirks.ignoresFilters ? null : searchParams.get('customer');
      return ok(accounts.list(key, customer), 'Managed accounts successfully retrieved');
    }
    if (route === 'POST /dedicated_account') {
      const created = accounts.create(key, body);
      return created ? ok(created, 'NUBAN successfully created') : no(400, 'Customer not found');
    }
    return no(404, 'Unrecognized request URL');
  }

  function initialize(key: string, body: Record<string, unknown>): Answer {
    const { reference, amount, email, currency = 'NGN', callback_url: returnTo } = body;
    if (typeof email !== 'string' || !email.includes('@')) return no(400, 'Invalid Email Address Passed');
    if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return no(400, 'Invalid Amount Sent');
    if (!/^[A-Za-z0-9.=-]+$/.test(String(reference))) return no(400, 'Invalid character in transaction reference');
    const added = ledger.add(
      {
        key,
        reference: String(reference),
        amount: Number(amount),
        email,
        currency: String(currency),
        returnTo: String(returnTo),
      },
      { status: 'abandoned' },
    );
    if (!added) return no(400, 'Duplicate Transaction Reference');
    const access_code = `ac${added.id}`;
    return ok(
      { authorization_url: `${pages()}/${access_code}`, access_code, reference: added.reference },
      'Authorization URL created',
    );
  }

  function verify(key: string, reference: string): Answer {
    const found = ledger.all.get(reference);
    if (found?.key !== key) return no(400, 'Transaction reference not found.');
    return ok(dataOf(found, ledger.next(found)), 'Verification successful');
  }

  /** A bank transfer into a dedicated account: Paystack makes the reference. */
  function transfer(account: string, amount: number, how: Omit<Outcome, 'status'> = {}): string {
    const { key, email } = accounts.ownerOf(account);
    const reference = `000014${String(ledger.all.size).padStart(10, '0')}`;
    ledger.add(
      { key, reference, amount, currency: 'NGN', email, returnTo: '', account },
      { status: 'successful', channel: 'dedicated_nuban', ...how },
    );
    return reference;
  }

  const event = (reference: string, name = 'charge.success'): Webhook => {
    const transaction = ledger.of(reference);
    const data = dataOf(transaction, ledger.now(reference));
    const about =
      name === 'refund.processed'
        ? { status: 'processed', transaction_reference: reference, amount: data.amount, currency: data.currency }
        : name.startsWith('charge.dispute.')
          ? { id: transaction.id + 1, status: 'awaiting-merchant-feedback', transaction: data }
          : data;
    return signedByHmac({ event: name, data: about }, transaction.key);
  };

  /** Where Paystack sends the payer back to. */
  const returnAddress = (reference: string) => {
    const address = new URL(ledger.of(reference).returnTo);
    address.searchParams.set('trxref', reference);
    address.searchParams.set('reference', reference);
    return address.href;
  };

  return { ...ledger, quirks, answer, transfer, event, returnAddress };
}
