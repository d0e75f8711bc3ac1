import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import type { GatewayMode } from '../providers/gateway.ts';
import { formatMoney, type Money } from '#kernel/money.ts';
import { notify } from '#kernel/notify.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import type { Provider } from '../gateways.ts';
import { settingsOf } from '../settings/save-keys.ts';
import type { Day } from '#kernel/dates.ts';

interface Transfer {
  institutionId: number;
  provider: Provider;
  mode: GatewayMode;
  reference: string;
  amount: Money;
  paidAt: Date | null;
  senderName: string | undefined;
}

/** Locks the student who owns an account; says why the money cannot be theirs. */
export async function lockReceiver(
  tx: Tx,
  { institutionId, mode, amount }: Pick<Transfer, 'institutionId' | 'mode' | 'amount'>,
  studentId: number,
): Promise<'currency' | 'account' | null> {
  const rows = await query<{ isMerged: boolean; currency: string }>(tx, render)`
    select s.merged_into_id is not null as "isMerged", i.currency from students s
    join institutions i on i.id = s.institution_id
    where s.institution_id = ${institutionId} and s.id = ${studentId} for no key update of s`;
  const { isDemonstration } = await settingsOf(tx, institutionId);
  if (rows[0]!.currency !== amount.currency) return 'currency';
  return rows[0]!.isMerged || (mode === 'test') !== isDemonstration ? 'account' : null;
}

/** Credits a transfer into a student's own account: it pays the oldest dues first. The student is locked by the caller. */
export async function receiveTransfer(tx: Tx, actor: Actor, transfer: Transfer, studentId: number) {
  const { institutionId, provider, mode, reference, amount, paidAt, senderName } = transfer;
  const open = await lockOpenInvoices(tx, institutionId, [studentId]);
  const { id, receipt } = await receivePayment(tx, actor, institutionId, {
    channel: 'gateway',
    provider,
    reference,
    amount: amount.minor,
    isTest: mode === 'test',
    day: await moneyDay(tx, institutionId, paidAt, paidAt),
    payerName: senderName?.slice(0, 150) ?? null,
    note: 'Transfer into the student’s own account',
    shares: [shareOldestFirst(studentId, amount.minor, open)],
  });
  await notify(tx, {
    institutionId,
    to: familyOf(institutionId, studentId),
    kind: 'payments.paidOnline',
    title: `A transfer of ${formatMoney(amount)} has arrived`,
    body: `Receipt ${receiptNumber(receipt!)}.`,
    href: '/my-fees',
  });
  return { id, receipt: receipt! };
}

/** The accounts of the student and of the guardians. */
const familyOf = (institutionId: number, studentId: number) => sql`
  select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null
    and (m.student_id = ${studentId} or m.guardian_id in (
      select g.guardian_id from student_guardians g
      where g.institution_id = ${institutionId} and g.student_id = ${studentId}))`;

/**
 * The day of the money in the institution's zone: when the provider received it, but never before it was asked for, in the
 * future, or in a closed period.
 */
export async function moneyDay(tx: Tx, institutionId: number, paidAt: Date | null, earliest: Date | null) {
  const [fitting] = await query<{ day: Day }>(tx)`
    with said as (
      select (now() at time zone i.time_zone)::date as today, b.closed_through as closed,
        (coalesce(${earliest}::timestamptz, now()) at time zone i.time_zone)::date as earliest,
        (coalesce(${paidAt}::timestamptz, now()) at time zone i.time_zone)::date as paid
      from institutions i join ledger_books b on b.institution_id = i.id where i.id = ${institutionId}
      -- Nobody closes the books before it is posted.
      for key share of b),
    fitting as (select today, closed, least(greatest(paid, earliest), today) as day from said)
    select (case when day <= closed then today else day end)::text as day from fitting`;
  return fitting!.day;
}
