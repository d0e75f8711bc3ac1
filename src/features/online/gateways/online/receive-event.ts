import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import type { FoundAnswer, GatewayAnswer, GatewayEvent } from '../providers/gateway.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { providers, type Provider } from '../gateways.ts';
import { gatewayInUse, type GatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { insertReview, type ProviderReport } from '../review/reviews.ts';
import { askAbout, findByReference } from './settle-online.ts';
import { record } from '#kernel/audit.ts';
import { formatMoney } from '#kernel/money.ts';
import { lockReceiver, receiveTransfer } from './receive-transfer.ts';
import { receiptNumber, paidStatuses } from '#features/money/payments/payments.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';

type Transfer = ProviderReport & { answer: FoundAnswer };

/**
 * A transfer into a student's own account pays the oldest dues first; what is left is credit. Once by its reference, and
 * never if somebody recorded it already: then a person joins the two.
 */
async function creditTransfer(tx: Tx, actor: Actor, transfer: Transfer): Promise<void> {
  const { institutionId, provider, reference, answer } = transfer;
  const { amount, paidAt, raw } = answer;
  const studentId = await ownerOf(tx, transfer, answer.account!);
  const problem = studentId === null ? 'account' : await lockReceiver(tx, { ...transfer, amount }, studentId);
  if (problem) return insertReview(tx, transfer, problem);
  // Behind the lock: the same transfer in two events at once is credited by the first.
  const [known] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(isFrom(institutionId, provider, reference));
  if (known || (await isReviewed(tx, transfer))) return;
  const paymentId = await recordedAlready(tx, transfer, studentId!);
  if (paymentId !== null) return insertReview(tx, { ...transfer, paymentId }, 'recorded');
  const received = { ...transfer, amount, paidAt, senderName: raw['senderName'] };
  const { id, receipt } = await receiveTransfer(tx, actor, received, studentId!);
  await record(tx, actor, 'payments.creditTransfer', {
    institutionId,
    subject: { type: 'payment', id },
    summary: `credited a transfer of ${formatMoney(amount)} through ${providers[provider]} (${reference}), ${receiptNumber(receipt)}`,
  });
}

/** How many days a bank or a cashier may have shown a transfer before or after the provider's day. */
const daysApart = 4;

/**
 * A payment that somebody recorded as a transfer, from a bank statement or at the counter, and that may be this transfer
 * into the student's own account. One that another transfer was joined to is no longer asked about.
 */
async function recordedAlready(tx: Tx, transfer: ProviderReport, studentId: number): Promise<number | null> {
  const { institutionId, answer } = transfer;
  const [found] = await query<{ id: number }>(tx)`
    with said as (
      select (coalesce(${answer!.paidAt}::timestamptz, now()) at time zone i.time_zone)::date as day
      from institutions i where i.id = ${institutionId})
    select p.id from said cross join payment_shares h
    join payments p on p.institution_id = h.institution_id and p.id = h.payment_id
    left join bank_line_payments s on s.institution_id = p.institution_id and s.payment_id = p.id
    left join bank_lines l on l.institution_id = s.institution_id and l.id = s.line_id
    where h.institution_id = ${institutionId} and h.student_id = ${studentId} and p.channel = 'transfer'
      and p.amount = ${answer!.amount.minor} and p.status = any (${sql.param([...paidStatuses])}::text[])
      -- In closed books a line is a payment of a later day than the bank's.
      and least(abs(p.day - said.day), abs(l.day - said.day)) <= ${daysApart}
      and not exists (select from online_reviews r where r.institution_id = p.institution_id and r.payment_id = p.id
        and r.reason = 'recorded' and r.state in ('open', 'joined'))
    order by least(abs(p.day - said.day), abs(l.day - said.day)), p.id limit 1`;
  return found ? Number(found.id) : null;
}

/** Whether a person has decided about this transfer, or is to: it is never credited by itself. */
async function isReviewed(tx: Tx, { institutionId, provider, reference }: ProviderReport): Promise<boolean> {
  const rows = await query(
    tx,
    sql`select from online_reviews where institution_id = ${institutionId} and provider = ${provider}
      and reference = ${reference} and reason = 'recorded'`,
  );
  return rows.length > 0;
}

interface Received {
  institutionId: number;
  provider: Provider;
  event: GatewayEvent;
}

/**
 * What a verified webhook leads to. The provider is asked before the returned work runs in the transaction of the
 * webhook; what the event itself says counts for nothing but which payment to ask about.
 */
export async function receiveEvent(
  services: GatewayServices,
  received: Received,
): Promise<(tx: Tx, actor: Actor) => Promise<void>> {
  const { institutionId, provider, event } = received;
  const online = await findByReference(services, institutionId, event.reference);
  if (event.kind === 'charge' && online)
    return askAbout(services, online, provider === 'flutterwave' ? event.providerId : null);
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse) return async () => {};
  const answer = await askOrFail(inUse, event);
  if (event.kind === 'refund' || event.kind === 'dispute') return about(received, inUse, answer);
  if (answer.status !== 'successful') return async () => {};
  const other =
    answer.reference === event.reference ? null : await findByReference(services, institutionId, answer.reference);
  if (other) return askAbout(services, other);
  return credited(received, inUse, answer);
}

/** Nothing of ours is waiting for it, so only the provider can try again: it does when it gets no success. */
async function askOrFail({ gateway, settings }: GatewayInUse, event: GatewayEvent): Promise<GatewayAnswer> {
  try {
    const { reference, providerId } = event;
    return await gateway.query({ reference, providerId: gateway.name === 'flutterwave' ? providerId : null, settings });
  } catch (error) {
    if (error instanceof GatewayUnreachable || error instanceof GatewayRefused) throw new TooMany(60, error.message);
    throw error;
  }
}

/** Money under a reference that is not ours: of a student's own account, or somebody has to look. */
const credited =
  ({ institutionId, provider }: Received, { mode }: GatewayInUse, answer: FoundAnswer) =>
  async (tx: Tx, actor: Actor): Promise<void> => {
    const { reference } = answer;
    const reported = { institutionId, provider, mode, reference, answer };
    if (await paymentWith(tx, institutionId, provider, reference)) return;
    if (answer.account !== null) return creditTransfer(tx, actor, reported);
    await insertReview(tx, reported, 'unknown');
  };

/** The provider takes money back, or the payer demands it: a person decides what becomes of the credit. */
const about =
  ({ institutionId, provider, event }: Received, { mode }: GatewayInUse, answer: GatewayAnswer) =>
  async (tx: Tx): Promise<void> => {
    const { reference } = event;
    const paymentId = await paymentWith(tx, institutionId, provider, reference);
    const found = answer.status === 'unknown' ? null : answer;
    const details = { event: `${providers[provider]}: ${event.kind}` };
    await insertReview(
      tx,
      { institutionId, provider, mode, reference, answer: found, paymentId, details },
      event.kind === 'dispute' ? 'dispute' : 'reversed',
    );
  };

const isFrom = (institutionId: number, provider: string, reference: string) =>
  and(
    eq(payments.institutionId, institutionId),
    eq(payments.channel, 'gateway'),
    eq(payments.provider, provider),
    eq(payments.reference, reference),
  );

async function paymentWith(tx: Tx, institutionId: number, provider: string, reference: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(isFrom(institutionId, provider, reference))
    .limit(1);
  return row?.id ?? joinedTo(tx, institutionId, provider, reference);
}

/** The payment that a transfer was joined to, because somebody had recorded it already. */
async function joinedTo(tx: Tx, institutionId: number, provider: string, reference: string): Promise<number | null> {
  const [row] = await query<{ id: number }>(tx)`
    select payment_id as id from online_reviews where institution_id = ${institutionId} and provider = ${provider}
    and reference = ${reference} and reason = 'recorded' and state = 'joined'`;
  return row ? Number(row.id) : null;
}

/** The student whose account it is: of a merged record, the one that was kept. */
export async function ownerOf(
  tx: Tx,
  { institutionId, provider, mode }: Pick<ProviderReport, 'institutionId' | 'provider' | 'mode'>,
  accountNumber: string,
): Promise<number | null> {
  const [owner] = await query<{ id: number }>(tx)`with recursive owner as (
      select s.id, s.merged_into_id from dedicated_accounts a
      join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id)
      where a.institution_id = ${institutionId} and a.provider = ${provider} and a.mode = ${mode}
        and a.account_number = ${accountNumber}
      union select s.id, s.merged_into_id from owner o join students s
        on s.institution_id = ${institutionId} and s.id = o.merged_into_id)
    select id from owner where merged_into_id is null`;
  return owner ? Number(owner.id) : null;
}

/** The kept record gets the accounts that it lacks. Money in the others is credited to it as well. */
export async function mergeAccounts({ institutionId, keptId, otherId, journal }: RunningMerge): Promise<void> {
  await journal.run(
    'dedicated_accounts',
    sql`update dedicated_accounts a set student_id = ${keptId}
      where a.institution_id = ${institutionId} and a.student_id = ${otherId} and not exists (
        select from dedicated_accounts k where k.institution_id = a.institution_id and k.student_id = ${keptId}
          and (k.provider, k.mode) = (a.provider, a.mode))`,
  );
}
