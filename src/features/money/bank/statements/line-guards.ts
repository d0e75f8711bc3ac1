import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { findDuplicates } from './find-duplicates.ts';
import type { LockedLine } from './take-lines.ts';

type Line = Pick<LockedLine, 'id' | 'amount'>;

/** Refuses to record a line as a new payment if a recorded one looks the same. */
export async function refuseTwin(tx: Tx, institutionId: number, line: Line, studentIds: number[]): Promise<void> {
  const asked = (studentIds.length ? studentIds : [null]).map((studentId) => ({ id: line.id, studentId }));
  const twin = (await findDuplicates(tx, institutionId, asked)).get(line.id);
  if (twin)
    throw new ValidationError(
      'again',
      `${twin} has the same amount and may be this line. Match the statement again, or tick “This is another payment”.`,
    );
}

/**
 * A line that was paid into a student's own account is the gateway's payment. If the gateway never reports it, a person may
 * record it, for that student alone: so the lock on the student keeps it apart from the gateway's message.
 */
export async function refuseNamed(
  tx: Tx,
  institutionId: number,
  line: Line,
  studentIds: number[],
  isConfirmed: boolean,
): Promise<void> {
  const rows = await query<{ number: string; studentId: number; name: string; credited: string | null }>(
    tx,
    render(sql`
    select a.number, a.student_id as "studentId", s.first_name || ' ' || s.surname as name, (
      select coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.id)
      from payment_shares h join payments p on p.institution_id = h.institution_id and p.id = h.payment_id
      where h.institution_id = ${institutionId} and h.student_id = a.student_id and p.channel = 'gateway' and not p.is_test
        and p.amount = l.amount and abs(p.day - l.day) <= 4 and p.status = any (${sql.param([...paidStatuses])}::text[])
        and not exists (select from bank_line_payments t
          where t.institution_id = ${institutionId} and t.payment_id = p.id)
      order by abs(p.day - l.day), p.id limit 1) as credited
    from bank_lines l cross join lateral (${namedAccount(institutionId, sql`l`)}) a
    join students s on s.institution_id = ${institutionId} and s.id = a.student_id
    where l.institution_id = ${institutionId} and l.id = ${line.id}`),
  );
  const [named] = rows;
  if (!named) return;
  const where = `It was paid into the student account ${named.number}`;
  if (named.credited)
    throw new ValidationError('form', `${where}, and ${named.credited} credits it already. Match the statement again.`);
  if (studentIds.some((id) => id !== Number(named.studentId)))
    throw new ValidationError(
      'student_id',
      `${where} of ${named.name}. Record it for ${named.name}; it can be moved to a sibling afterwards.`,
    );
  if (!isConfirmed)
    throw new ValidationError(
      'again',
      `${where}, which the payment gateway credits by itself. Tick “This is another payment” only if the gateway never does.`,
    );
}

export function refuseMoneyOut({ amount }: Line): void {
  if (amount < 0) throw new ValidationError('form', 'This line is money out. Ignore it or post it to an account.');
}

/**
 * The dedicated account of a student that a line `l` names: the gateway credits what is paid into it, so the line is
 * never a payment of its own.
 */
const namedAccount = (institutionId: number, l: SQL) => sql`
  select d.account_number as number, d.student_id from credited_accounts d
  where d.institution_id = ${institutionId} and strpos(regexp_replace(concat_ws('-', ${l}.reference, ${l}.narration), '[^A-Za-z0-9]', '', 'g'), d.account_number) > 0
  order by d.id limit 1`;
