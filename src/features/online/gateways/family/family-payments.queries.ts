import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import type { PaymentStatus } from '#features/money/payments/payments.ts';
import type { OnlineStatus } from '../gateways.ts';
import { ownStudents } from './own-students.ts';

export interface FamilyPayment {
  id: number;
  institutionId: number;
  day: string;
  channel: Channel;
  status: PaymentStatus;
  receipt: number | null;
  isTest: boolean;
  currency: string;
  /** For the actor’s own children; a payment may be for others as well. */
  amount: number;
  children: string;
  /** Whether the receipt names nobody else's children. */
  isWhole: boolean;
}

const shown = 20;

/** What has been paid for the actor’s own children, latest first. */
export const paymentsOfFamily = (db: Db, actor: Actor, wanted?: number) =>
  bounded(shown, async (limit) => {
    const rows = await query<FamilyPayment>(
      db,
      render(sql`
      select p.id, p.institution_id as "institutionId", p.day::text as day, p.channel, p.status, p.currency,
        p.receipt_number as receipt, p.is_test as "isTest", sum(h.amount)::bigint as amount,
        string_agg(s.first_name, ', ' order by s.first_name) as children,
        count(*) = (select count(*) from payment_shares w where w.institution_id = p.institution_id and w.payment_id = p.id
          and w.amount > 0)
          as "isWhole"
      from students s
      join payment_shares h on (h.institution_id, h.student_id) = (s.institution_id, s.id) and h.amount > 0
      join payments p on (p.institution_id, p.id) = (h.institution_id, h.payment_id)
      where ${ownStudents(actor, wanted)} and (p.receipt_number is not null or p.channel in ('cheque', 'waiver', 'opening'))
      group by p.institution_id, p.id
      order by p.day desc, p.id desc limit ${limit}`),
    );
    return rows;
  });

export interface WaitingPayment {
  id: number;
  institutionId: number;
  amount: number;
  currency: string;
  status: OnlineStatus;
  startedAt: string;
}

/** Payments that the actor has started and that are not decided yet. */
export async function waitingPayments(db: Db, actor: Actor, wanted?: number): Promise<WaitingPayment[]> {
  const ids = institutionsInView(actor, wanted, 'fees.viewSelf');
  const rows = await query<WaitingPayment>(
    db,
    render(sql`
    select id, institution_id as "institutionId", amount, currency, status,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt"
    from online_payments where institution_id = any (${sql.param(ids)}::int[]) and account_id = ${actor.accountId}::bigint
      and status in ('open', 'review') and created_at > now() - interval '14 days' order by id desc`),
  );
  return rows;
}
