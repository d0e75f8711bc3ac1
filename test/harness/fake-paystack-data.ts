import { paidAt, type FakeTransaction, type Outcome } from './fake-transactions.ts';

const words = {
  successful: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  pending: 'ongoing',
  reversed: 'reversed',
} as const;

/** A transaction as Paystack describes it in answers and events. */
export const dataOf = ({ account, ...of }: FakeTransaction, outcome: Outcome) => ({
  id: of.id,
  domain: of.key.startsWith('sk_live_') ? 'live' : 'test',
  status: outcome.word ?? words[outcome.status],
  reference: of.reference,
  amount: outcome.amount ?? of.amount,
  requested_amount: of.amount,
  message: null,
  gateway_response: outcome.status === 'successful' ? 'Successful' : 'The transaction was not completed',
  paid_at: outcome.status === 'successful' ? paidAt : null,
  channel: outcome.channel ?? 'card',
  currency: outcome.currency ?? of.currency,
  fees: outcome.status === 'successful' ? (outcome.fee ?? 0) : null,
  metadata: account ? { receiver_account_number: account, receiver_bank: 'Test Bank' } : '',
  authorization: account
    ? {
        channel: 'dedicated_nuban',
        sender_name: 'BOLA ADE',
        sender_bank: 'Test Bank',
        receiver_bank_account_number: account,
      }
    : {
        authorization_code: 'AUTH_fake',
        bin: '408408',
        last4: '4081',
        exp_month: '12',
        exp_year: '2030',
        channel: 'card',
      },
  customer: { email: of.email },
});
