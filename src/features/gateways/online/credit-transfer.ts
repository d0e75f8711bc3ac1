import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import type { FoundAnswer } from '#kernel/gateways/gateway.ts';
import { formatMoney } from '#kernel/money.ts';
import { notify } from '#kernel/notify.ts';
import { lockOpenInvoices } from '#features/receivables/open-invoices.ts';
import { payments } from '#features/receivables/payments.schema.ts';
import { receivePayment } from '#features/receivables/receive-payment.ts';
import { receiptNumber } from '#features/receivables/receivables.ts';
import { shareOldestFirst } from '#features/receivables/share-plan.ts';
import { dedicatedAccounts } from '../gateways.schema.ts';
import { providers, type ReviewReason } from '../gateways.ts';
import { insertReview, type Reported } from '../review/open-review.ts';
import { settingsOf } from '../settings/online-settings.ts';
import { moneyDay } from './money-day.ts';

type Transfer = Reported & { answer: FoundAnswer };

/** A transfer into a student's own account pays the oldest dues first; what is left is credit. Once by its reference. */
export async function creditTransfer(tx: Tx, actor: Actor, transfer: Transfer): Promise<void> {
  const { institutionId, provider, mode, reference, answer } = transfer;
  const [account] = await tx
    .select({ studentId: dedicatedAccounts.studentId })
    .from(dedicatedAccounts)
    .where(
      and(
        eq(dedicatedAccounts.institutionId, institutionId),
        eq(dedicatedAccounts.provider, provider),
        eq(dedicatedAccounts.mode, mode),
        eq(dedicatedAccounts.accountNumber, answer.account!),
      ),
    );
  const problem = account ? await lockReceiver(tx, transfer, account.studentId!) : 'account';
  if (problem) return insertReview(tx, transfer, problem);
  // Behind the lock: the same transfer in two events at once is credited by the first.
  const [known] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ...[eq(payments.institutionId, institutionId), eq(payments.channel, 'gateway')],
        ...[eq(payments.provider, provider), eq(payments.reference, reference)],
      ),
    );
  if (known) return;
  const studentId = account!.studentId!;
  const open = await lockOpenInvoices(tx, institutionId, [studentId]);
  const { minor, currency } = answer.amount;
  const { id, receipt } = await receivePayment(tx, actor, institutionId, {
    ...{ channel: 'gateway', provider, reference, amount: minor, isTest: mode === 'test' },
    day: await moneyDay(tx, institutionId, answer.paidAt, answer.paidAt),
    payerName: answer.raw['senderName']?.slice(0, 150) ?? null,
    note: 'Transfer into the student’s own account',
    shares: [shareOldestFirst(studentId, minor, open)],
  });
  const paid = formatMoney({ minor, currency });
  await record(tx, actor, 'payments.creditTransfer', {
    institutionId,
    subject: { type: 'payment', id },
    summary: `credited a transfer of ${paid} through ${providers[provider]} (${reference}), ${receiptNumber(receipt!)}`,
  });
  await notify(tx, {
    ...{ institutionId, to: familyOf(institutionId, studentId), kind: 'payments.paidOnline' },
    title: `A transfer of ${paid} has arrived`,
    body: `Receipt ${receiptNumber(receipt!)}.`,
    href: '/my-fees',
  });
}

/** Locks the student; says why the money cannot be theirs. */
async function lockReceiver(tx: Tx, transfer: Transfer, studentId: number): Promise<ReviewReason | null> {
  const { institutionId, mode, answer } = transfer;
  const { rows } = await tx.execute<{ isMerged: boolean; currency: string }>(sql`
    select s.merged_into_id is not null as "isMerged", i.currency from students s
    join institutions i on i.id = s.institution_id
    where s.institution_id = ${institutionId} and s.id = ${studentId} for no key update of s`);
  const { isDemonstration } = await settingsOf(tx, institutionId);
  if (rows[0]!.currency !== answer.amount.currency) return 'currency';
  return rows[0]!.isMerged || (mode === 'test') !== isDemonstration ? 'account' : null;
}

/** The accounts of the student and of the guardians. */
const familyOf = (institutionId: number, studentId: number) => sql`
  select m.account_id from memberships m where m.institution_id = ${institutionId} and m.suspended_at is null
    and (m.student_id = ${studentId} or m.guardian_id in (
      select g.guardian_id from student_guardians g
      where g.institution_id = ${institutionId} and g.student_id = ${studentId}))`;
