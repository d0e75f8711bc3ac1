import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { post } from '#features/ledger/post.ts';
import { allocate } from './allocate.ts';
import { documentCode } from './issue-invoices.ts';
import { payments, paymentShares } from './payments.schema.ts';
import { creditOf, type NewPayment } from './receive-payment.ts';
import type { Channel } from './receivables.ts';

/** A payment of the past, taken by somebody at some time. */
export type PastPayment = Omit<NewPayment, 'channel'> & {
  channel: Exclude<Channel, 'waiver' | 'opening'>;
  receivedAt: Date;
  accountId: number | null;
};

/**
 * Takes a term of payments at once, in the order of their receipts. Students and
 * invoices are locked by the caller, who has planned the shares one after the other. Returns the ids in order.
 */
export async function receivePayments(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  taken: PastPayment[],
): Promise<number[]> {
  if (taken.length === 0) return [];
  const { rows } = await tx.execute<{ currency: string }>(
    sql`select currency from institutions where id = ${institutionId}`,
  );
  const { currency } = rows[0]!;
  const ids = await insertMany(
    tx,
    payments,
    taken.map(({ channel, provider = '', reference = null, referenceAgain = 0, amount, day, ...rest }) => ({
      ...{
        institutionId,
        channel,
        provider,
        reference,
        referenceAgain,
        status: 'successful' as const,
        amount,
        currency,
      },
      ...{ day, receivedAt: rest.receivedAt, createdAt: rest.receivedAt, accountId: rest.accountId },
      ...{ payerName: rest.payerName ?? null, payerContact: rest.payerContact ?? null, note: rest.note ?? null },
      ...{ chequeBank: rest.chequeBank ?? null, chequeDate: rest.chequeDate ?? null },
      ...{ cashierDayId: rest.cashierDayId ?? null, isTest: rest.isTest ?? false },
      ...{ inSuspense: rest.shares.length === 0, code: documentCode() },
    })),
  );
  const shares = taken.flatMap((payment, at) => payment.shares.map((share) => ({ ...share, paymentId: ids[at]! })));
  await insertMany(
    tx,
    paymentShares,
    shares.map(({ paymentId, studentId, amount }) => ({ institutionId, paymentId, studentId, amount })),
  );
  const allocations = shares.flatMap(({ paymentId, studentId, allocations: own }) =>
    own.map((one) => ({ paymentId, studentId, ...one })),
  );
  await allocate(tx, actor, institutionId, allocations);
  await post(
    tx,
    actor,
    institutionId,
    taken.map(({ channel, amount, day, shares: own }, at) => ({
      ...{ day, source: 'payment', sourceId: ids[at]!, description: `Payment received (${channel})` },
      lines: [{ to: channel, amount }, ...creditOf(own, amount)],
    })),
  );
  await giveReceipts(tx, institutionId, ids);
  return ids;
}

async function giveReceipts(tx: Tx, institutionId: number, ids: number[]): Promise<void> {
  const first = await take(tx, institutionId, 'receipt', ids.length);
  await tx.execute(sql`
    update payments p set receipt_number = ${first}::int - 1 + r.at, receipt_at = p.received_at
    from unnest(${sql.param(ids)}::bigint[]) with ordinality r (id, at)
    where p.institution_id = ${institutionId} and p.id = r.id`);
}
