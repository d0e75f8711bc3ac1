import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn, institutionsInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';
import type { DedicatedAccount } from '../providers/gateway.ts';
import { id } from '#kernel/schemas.ts';
import { students } from '#features/people/students/students.schema.ts';
import { dedicatedAccounts } from '../gateways.schema.ts';
import { gatewayInUse, type GatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { settingsOf } from '../settings/save-keys.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import type { ReceiptPaper, ReceiptStudent } from '#features/money/payments/print/receipt-paper.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { receiptNumber, type PaymentStatus } from '#features/money/payments/payments.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { dateTimeText } from '#ui/format.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { OnlineStatus } from '../gateways.ts';

export const OpenAccount = z.object({ institution_id: id, student_id: id });
type Wanted = z.output<typeof OpenAccount>;

/** The student that the account is for, if the actor may ask for one. */
export async function accountFor(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, student_id: studentId }: Wanted,
) {
  allow(actor, 'fees.viewSelf', institutionId);
  const [own] = await lockOwnStudents(tx, actor, institutionId, [studentId]);
  if (!own) throw new NotFound('student');
  const { provider, givesAccounts } = await settingsOf(tx, institutionId);
  if (provider !== 'paystack' || !givesAccounts)
    throw new ValidationError('form', 'The school doesn’t offer bank accounts for students.');
  const [student] = await tx
    .select({ surname: students.surname, firstName: students.firstName })
    .from(students)
    .where(hasKey(students, institutionId, studentId));
  return { institutionId, studentId, provider, ...student! };
}

/** Asks the provider for the account. An account that the student already has is returned. */
export async function askForAccount(
  services: GatewayServices,
  origin: string,
  { institutionId, studentId, provider, surname, firstName }: Awaited<ReturnType<typeof accountFor>>,
): Promise<{ inUse: GatewayInUse; account: DedicatedAccount }> {
  const inUse = await gatewayInUse(services, provider, institutionId);
  if (!inUse?.gateway.accounts)
    throw new ValidationError('form', 'The school doesn’t offer bank accounts for students.');
  try {
    const account = await inUse.gateway.accounts.open({
      settings: inUse.settings,
      // The provider tells payers apart by their address, so each student has one.
      email: `student-${institutionId}-${studentId}@${new URL(origin).hostname}`,
      firstName,
      lastName: surname,
      phone: '',
    });
    return { inUse, account };
  } catch (error) {
    if (error instanceof GatewayUnreachable || error instanceof GatewayRefused)
      throw new ValidationError('form', `The account could not be opened. ${error.message}`);
    throw error;
  }
}

/** Stores the account, once, and shows it to the family from then on. */
export async function saveAccount(
  tx: Tx,
  actor: Actor,
  { institutionId, studentId, provider }: Awaited<ReturnType<typeof accountFor>>,
  { inUse: { mode }, account }: Awaited<ReturnType<typeof askForAccount>>,
): Promise<void> {
  const made = await tx
    .insert(dedicatedAccounts)
    .values({ institutionId, studentId, provider, mode, ...account, accountId: actor.accountId })
    .onConflictDoNothing()
    .returning({ id: dedicatedAccounts.id });
  if (made.length === 0) return;
  await record(tx, actor, 'payments.openAccount', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: `opened the account ${account.accountNumber} (${account.bank}) for fees`,
  });
}

interface PaidRow {
  institutionId: number;
  amount: number;
  currency: string;
  channel: Channel;
  provider: string;
  status: PaymentStatus;
  reference: string | null;
  payerName: string | null;
  receipt: number;
  receivedAt: string;
  code: string;
  isTest: boolean;
  endReason: string | null;
  owed: number;
  students: (Omit<ReceiptStudent, 'lines'> & { lines: { title: string; number: number; amount: number }[] })[];
}

/**
 * The receipt of a payment for the actor’s own children alone, as a copy: the original is what the school prints. A payment
 * that is for other families’ children as well has no receipt here.
 */
export async function familyReceipt(
  tx: Tx,
  actor: Actor,
  files: Files,
  { id, origin }: { id: number; origin: string },
): Promise<ReceiptPaper> {
  const rows = await query<PaidRow>(tx, render)`
    select p.institution_id as "institutionId", p.amount, p.currency, p.channel, p.provider, p.status, p.reference,
      p.payer_name as "payerName", p.receipt_number as receipt, p.code, p.is_test as "isTest", p.end_reason as "endReason",
      to_char(p.receipt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "receivedAt",
      sum(coalesce(b.owed, 0))::bigint as owed,
      jsonb_agg(jsonb_build_object('name', concat_ws(' ', s.first_name, s.middle_name, s.surname),
        'admissionNumber', coalesce(s.admission_number, ''), 'place', c.name, 'lines', ${linesOfShare}) order by s.sort_name, s.id)
        as students
    from payments p
    join payment_shares h on (h.institution_id, h.payment_id) = (p.institution_id, p.id) and h.amount > 0
    join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
    left join batches c on (c.institution_id, c.id) = (s.institution_id, s.batch_id)
    left join student_balances b on (b.institution_id, b.student_id) = (s.institution_id, s.id)
    where p.id = ${id} and p.receipt_number is not null and ${ownStudents(actor)}
    group by p.institution_id, p.id
    having count(*) = (select count(*) from payment_shares w where w.institution_id = p.institution_id and w.payment_id = p.id
      and w.amount > 0)`;
  const [paid] = rows;
  if (!paid) throw new NotFound('payment');
  const { timeZone } = membershipIn(actor, paid.institutionId)!;
  const students = paid.students.map(({ lines, ...student }) => ({
    ...student,
    lines: lines.map(({ number, ...line }) => ({ ...line, invoice: invoiceNumber(number) })),
  }));
  const allocated = students.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, 0);
  return {
    letterhead: await letterheadOf(tx, files, paid.institutionId),
    paper: 'a4',
    currency: paid.currency,
    amount: Number(paid.amount),
    students,
    isTest: paid.isTest,
    number: receiptNumber(paid.receipt),
    receivedAt: dateTimeText(paid.receivedAt, timeZone),
    payer: paid.payerName,
    credit: Number(paid.amount) - allocated,
    balance: Number(paid.owed),
    channel: channels[paid.channel],
    reference: paid.reference,
    cashier: null,
    note: null,
    address: `${origin}/verify/receipt/${paid.code}`,
    duplicateOn: null,
    void: paid.status === 'reversed' ? { reason: paid.endReason ?? 'Reversed' } : null,
  };
}

/** What a share has settled. */
const linesOfShare = sql`coalesce((
  select jsonb_agg(jsonb_build_object('title', i.title, 'number', i.number, 'amount', a.amount) order by i.id)
  from (select invoice_id, sum(amount) as amount from allocations
    where institution_id = h.institution_id and payment_id = h.payment_id and student_id = h.student_id
    group by invoice_id having sum(amount) > 0) a
  join invoices i on i.institution_id = h.institution_id and i.id = a.invoice_id), '[]')`;

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
    const rows = await query<FamilyPayment>(db, render)`
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
      order by p.day desc, p.id desc limit ${limit}`;
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
  const rows = await query<WaitingPayment>(db, render)`
    select id, institution_id as "institutionId", amount, currency, status,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt"
    from online_payments where institution_id = any (${sql.param(ids)}::int[]) and account_id = ${actor.accountId}::bigint
      and status in ('open', 'review') and created_at > now() - interval '14 days' order by id desc`;
  return rows;
}

/**
 * The students whose fees the actor pays: their own record and their children, whatever else they may see. `s` is a row
 * of students.
 */
export function ownStudents(actor: Actor, wanted?: number): SQL {
  const parts = institutionsInView(actor, wanted, 'fees.viewSelf').map((id) => {
    const { studentIds, guardianIds } = membershipIn(actor, id)!;
    return sql`(s.institution_id = ${id} and s.merged_into_id is null and (s.id = any (${sql.param(studentIds)}::bigint[])
      or s.id in (select g.student_id from student_guardians g
        where g.institution_id = ${id} and g.guardian_id = any (${sql.param(guardianIds)}::bigint[]))))`;
  });
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** Those of the students that are the actor's own, locked by id. */
export async function lockOwnStudents(tx: Tx, actor: Actor, institutionId: number, studentIds: number[]) {
  const rows = await query<{ id: number }>(tx, render)`
    select s.id from students s
    where ${ownStudents(actor, institutionId)} and s.id = any (${sql.param(studentIds)}::bigint[])
    order by s.id for no key update of s`;
  return rows.map(({ id }) => Number(id));
}
