import { and, asc, eq, inArray, ne, sql, desc, or } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Db, query, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { decideOrder } from '#features/people/imports/engine/date-order.ts';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { bankAccounts, bankLinePayments, bankLines, bankStatements } from '../bank.schema.ts';
import { lineCounts, selectLines } from './lines.list.ts';
import { withRemembered } from '#features/people/imports/steps/start-import.ts';
import { statementFields, type StatementField } from './read-row.ts';
import { guessStatementColumns } from './statement-columns.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { names } from '#features/money/payments/records/payments.list.ts';

const own = (actor: Actor) => actor.institutions.map(({ id }) => id);

/** A statement: its columns to be confirmed, or what became of its rows. */
export async function statementOf(db: Db, actor: Actor, statementId: number) {
  const [found] = await db
    .select({
      id: bankStatements.id,
      institutionId: bankStatements.institutionId,
      fileName: bankStatements.fileName,
      sha256: bankStatements.sha256,
      state: bankStatements.state,
      columns: bankStatements.columns,
      rowCount: bankStatements.rowCount,
      lineCount: bankStatements.lineCount,
      repeatedCount: bankStatements.repeatedCount,
      problems: bankStatements.problems,
      problemCount: bankStatements.problemCount,
      firstDay: bankStatements.firstDay,
      lastDay: bankStatements.lastDay,
      account: bankAccounts.name,
      strongCount: lineCounts(bankStatements.institutionId, bankStatements.id, 'strong'),
    })
    .from(bankStatements)
    .innerJoin(bankAccounts, hasKey(bankAccounts, bankStatements.institutionId, bankStatements.bankAccountId))
    .where(and(inArray(bankStatements.institutionId, own(actor)), eq(bankStatements.id, statementId)));
  if (!found) throw new NotFound('bank statement');
  allow(actor, 'payments.place', found.institutionId);
  return found;
}
export type StatementDetails = Awaited<ReturnType<typeof statementOf>>;

/** The columns with the guessed field of each, and the order of its dates. */
export async function guessedColumns(
  db: Db,
  { institutionId, columns }: Pick<StatementDetails, 'columns' | 'institutionId'>,
) {
  const guesses = await withRemembered(
    db,
    { institutionId, kind: 'statements' },
    columns.map(({ header }) => header),
    guessStatementColumns(columns),
    (field): field is StatementField => field in statementFields,
  );
  return columns.map(({ header, samples, dates, amounts }, at) => ({
    header,
    samples,
    ...(amounts && { amounts }),
    field: guesses[at]!,
    dates: { ...decideOrder(dates), isNumeric: dates.dayFirst + dates.monthFirst + dates.either > 0 },
  }));
}

const rowsInPreview = 12;

/** The first rows of a file whose columns are not confirmed yet. */
export async function firstRows(db: Db, { institutionId, id }: Pick<StatementDetails, 'institutionId' | 'id'>) {
  const [found] = await query<{ rows: SourceRow[] | null }>(db)`
    select jsonb_path_query_array(content, ${`$[0 to ${rowsInPreview - 1}]`}::jsonpath) as rows from bank_statements
    where institution_id = ${institutionId} and id = ${id}`;
  return found?.rows ?? [];
}

/** When the same file was read before. */
export const sameFile = (
  db: Db,
  { institutionId, sha256, id }: Pick<StatementDetails, 'institutionId' | 'sha256' | 'id'>,
) =>
  db
    .select({ id: bankStatements.id, fileName: bankStatements.fileName, readAt: bankStatements.readAt })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.institutionId, institutionId),
        eq(bankStatements.sha256, sha256),
        eq(bankStatements.state, 'read'),
        ne(bankStatements.id, id),
      ),
    )
    .orderBy(bankStatements.id)
    .limit(1);

/** One line with its proposal. */
export async function lineOf(db: Db, actor: Actor, lineId: number) {
  const [line] = await selectLines(db, actor).where(
    and(inArray(bankLines.institutionId, own(actor)), eq(bankLines.id, lineId)),
  );
  if (!line) throw new NotFound('line');
  allow(actor, 'payments.place', line.institutionId);
  return line;
}
export type LineDetails = Awaited<ReturnType<typeof lineOf>>;

/** The payments that a line is. */
export const paymentsOfLine = (db: Db, { institutionId, id: lineId }: Pick<LineDetails, 'institutionId' | 'id'>) =>
  db
    .select({
      id: payments.id,
      number: payments.receiptNumber,
      channel: payments.channel,
      day: payments.day,
      amount: payments.amount,
    })
    .from(bankLinePayments)
    .innerJoin(payments, hasKey(payments, bankLinePayments.institutionId, bankLinePayments.paymentId))
    .where(and(eq(bankLinePayments.institutionId, institutionId), eq(bankLinePayments.lineId, lineId)))
    .orderBy(asc(payments.id));
export type SeenPayment = Awaited<ReturnType<typeof paymentsOfLine>>[number];

/** Without what the browser does not need. */
export const plain = ({ columns: _, sha256: __, ...statement }: StatementDetails) => statement;

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
              sql`not ${payments.isTest} and not ${payments.isSeenAtBank}`,
            ),
          ),
        ),
      )
      .orderBy(desc(payments.day), asc(payments.channel), asc(payments.id))
      .limit(limit),
  );
export type BankedPayment = Awaited<ReturnType<typeof bankedPayments>>['rows'][number];
