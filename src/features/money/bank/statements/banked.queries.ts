import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { names } from '#features/money/payments/records/names.ts';
import type { LineDetails } from './bank.queries.ts';

/** How long cash may lie in the safe, and how early a bank may show a payment. */
const [daysBefore, daysAfter] = [31, 4];
const mostPayments = 300;

/**
 * Recorded payments that may have been banked with a line, the latest day first: seen by no line yet, cash included.
 */
export const bankedPayments = (db: Db, { institutionId, day, amount }: LineDetails) =>
  bounded(mostPayments, (limit) =>
    db
      .select({
        id: payments.id,
        number: payments.receiptNumber,
        channel: payments.channel,
        day: payments.day,
        amount: payments.amount,
        reference: payments.reference,
        cashier: accounts.name,
        names,
      })
      .from(payments)
      .leftJoin(accounts, eq(accounts.id, payments.accountId))
      .where(
        and(
          eq(payments.institutionId, institutionId),
          sql`${payments.day} between ${day}::date - ${daysBefore}::int and ${day}::date + ${daysAfter}::int`,
          sql`${payments.amount} <= ${amount}::bigint * 1.1`,
          or(
            sql`${payments.id} in (select u.payment_id from payments_unseen_at_bank u
              where u.institution_id = ${institutionId}::int)`,
            and(
              eq(payments.channel, 'cash'),
              inArray(payments.status, [...paidStatuses]),
              sql`not ${payments.isTest} and not exists (select from bank_line_payments t
                where t.institution_id = ${payments.institutionId} and t.payment_id = ${payments.id})`,
            ),
          ),
        ),
      )
      .orderBy(desc(payments.day), asc(payments.channel), asc(payments.id))
      .limit(limit),
  );
export type BankedPayment = Awaited<ReturnType<typeof bankedPayments>>['rows'][number];
