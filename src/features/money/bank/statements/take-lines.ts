import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { type Tx, render, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { bankAccounts, bankLinePayments, bankLines } from '../bank.schema.ts';
import type { LineState } from '../bank-labels.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { paidStatuses } from '#features/money/payments/payments.ts';
import { payments } from '#features/money/payments/payments.schema.ts';

export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/** What a line is before its lock, to lock what comes before it in the order of locks. */
export async function peekLine(tx: Tx, actor: Actor, lineId: number) {
  const [found] = await tx
    .select({
      institutionId: bankLines.institutionId,
      studentId: bankLines.studentId,
      paymentId: bankLines.paymentId,
      state: bankLines.state,
    })
    .from(bankLines)
    .where(
      and(
        inArray(
          bankLines.institutionId,
          actor.institutions.map(({ id }) => id),
        ),
        eq(bankLines.id, lineId),
      ),
    );
  if (!found) throw new NotFound('line');
  allow(actor, 'payments.place', found.institutionId);
  return found;
}

/** Lines by id, locked after students, invoices and payments, with the account of their bank. */
export const lockLines = (tx: Tx, institutionId: number, lineIds: number[]) =>
  tx
    .select({
      institutionId: bankLines.institutionId,
      id: bankLines.id,
      statementId: bankLines.statementId,
      day: bankLines.day,
      amount: bankLines.amount,
      reference: bankLines.reference,
      narration: bankLines.narration,
      state: bankLines.state,
      paymentId: bankLines.paymentId,
      studentId: bankLines.studentId,
      postingAccountId: bankLines.postingAccountId,
      turn: bankLines.turn,
      bank: bankAccounts.bank,
      ledgerAccountId: bankAccounts.ledgerAccountId,
    })
    .from(bankLines)
    .innerJoin(bankAccounts, hasKey(bankAccounts, bankLines.institutionId, bankLines.bankAccountId))
    .where(and(eq(bankLines.institutionId, institutionId), inArray(bankLines.id, lineIds)))
    .orderBy(asc(bankLines.id))
    .for('no key update', { of: bankLines });

/** Locks the payments that a line has shown, as they come before lines: if it is undone, they are unseen again. */
export const lockShown = (tx: Tx, institutionId: number, lineId: number) =>
  query(tx)`select from payments where institution_id = ${institutionId} and id in (select k.payment_id
      from bank_line_payments k where k.institution_id = ${institutionId} and k.line_id = ${lineId})
    order by id for no key update`;

/** An open line, locked: a second person who confirms it at the same time is refused. */
export async function lockOpenLine(tx: Tx, institutionId: number, lineId: number): Promise<LockedLine> {
  const [line] = await lockLines(tx, institutionId, [lineId]);
  if (!line) throw new NotFound('line');
  if (line.state !== 'open') throw new Conflict('Someone else has just handled this line. Reload the page.');
  return line;
}

interface Settlement {
  state: Exclude<LineState, 'open'>;
  /** The payments that it is. */
  payments?: number[];
  studentId?: number | null;
  postingAccountId?: number | null;
  remark?: string | null;
}

/** Records what a locked line became. */
export async function settleLine(
  tx: Tx,
  actor: Actor,
  { institutionId, id: lineId }: Pick<LockedLine, 'institutionId' | 'id'>,
  { state, payments = [], studentId = null, postingAccountId = null, remark = null }: Settlement,
): Promise<void> {
  const paymentId = payments.length === 1 ? payments[0]! : null;
  await tx
    .update(bankLines)
    .set({
      state,
      paymentId,
      studentId,
      postingAccountId,
      remark,
      strength: null,
      settledAt: sql`now()`,
      settledBy: actor.accountId,
    })
    .where(hasKey(bankLines, institutionId, lineId));
  await insertMany(
    tx,
    bankLinePayments,
    payments.map((one) => ({ institutionId, paymentId: one, lineId })),
  );
}

/** Which of these payments a line has shown. Their rows are locked by the caller. */
export async function seenPayments(tx: Tx, institutionId: number, paymentIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.institutionId, institutionId), inArray(payments.id, paymentIds), payments.isSeenAtBank));
  return new Set(rows.map(({ id }) => id));
}

/** 'INV-000 123' and 'inv000123' are the same. */
export const squeezed = (text: SQL) => sql`(case when ${text} ~ '^[A-Za-z0-9]+$' then lower(${text})
  else regexp_replace(akada_searchable(${text}), '[^a-z0-9]', '', 'g') end)`;

/** The most parts of a narration that are looked at, and of which a number may consist: SCH / 2026 / JSS / 1 / A / 014. */
const mostRuns = 40;
const longestNumber = 6;

/**
 * What a number could be in the text of each open line with money in: `line`, its `run`s of letters or digits, and each
 * `piece` of some runs in a row, without what separates them. So separators, spaces and capitals don't count.
 */
export const lines = (institutionId: number, statementId: number, lineId?: number) => sql`
  line as materialized (
    select id, day, amount, reference, akada_searchable(concat_ws(' ', reference, narration)) as text
    from bank_lines where institution_id = ${institutionId} and statement_id = ${statementId} and state = 'open' and amount > 0
      ${lineId === undefined ? sql`` : sql`and id = ${lineId}`})`;

export const pieces = sql`
  run as materialized (
    select l.id, r.at::int as at, r.part[1] as part
    from line l cross join lateral regexp_matches(l.text, '[a-z]+|[0-9]+', 'g') with ordinality r (part, at)
    where r.at <= ${mostRuns}),
  runs as materialized (select id, array_agg(part order by at) as parts from run group by id),
  piece as materialized (
    select id, word, ltrim(word, '0') as bare from (
      select r.id, array_to_string(s.parts[r.at : r.at + span.length - 1], '') as word
      from run r join runs s on s.id = r.id
      cross join generate_series(1, ${longestNumber}) span (length)
      where r.at + span.length - 1 <= cardinality(s.parts)
      union all
      -- Mixed references have more parts than a number.
      select l.id, t.part[1] from line l cross join lateral regexp_matches(l.text, '[a-z0-9]{10,}', 'g') t (part)
      union all
      select id, ${squeezed(sql`reference`)} from line) w
    where length(word) between 4 and 60 and word ~ '[0-9]')`;

/**
 * Recorded payments that a line may be the same as, by line: of the same amount, and with the same reference or of the
 * same student within days. A cashier may have recorded them after the proposals were made.
 */
export async function findDuplicates(tx: Tx, institutionId: number, lines: { id: number; studentId: number | null }[]) {
  const rows = await query<{ id: number; name: string }>(tx, render)`
    select distinct on (l.id) l.id, case p.status when 'pending' then 'A cheque that waits' || coalesce(', ' || p.reference, '')
      else coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.payment_id) end as name
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) w (id bigint, "studentId" bigint)
    join bank_lines l on l.institution_id = ${institutionId} and l.id = w.id
    join payments_unseen_at_bank p on p.institution_id = ${institutionId} and p.day between l.day - 60 and l.day + 60
      and p.amount = l.amount
    where (ltrim(${squeezed(sql`p.reference`)}, '0') = ltrim(${squeezed(sql`l.reference`)}, '0')
        or ${isShownOn(sql`l.day`)} and exists (select from payment_shares h where h.institution_id = ${institutionId}
          and h.payment_id = p.payment_id and h.student_id = w."studentId" and h.amount > 0))
    order by l.id, p.payment_id`;
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

/** How many days a payment may be recorded before or after the bank shows it. */
export const daysApart = 4;
/** How many days a cheque may wait before the bank shows it, also one that was cleared by hand. */
const daysOfCheque = 60;

/** How many days after the day of a payment `p` the bank may show it. */
export const daysLater = sql`case p.channel when 'cheque' then ${daysOfCheque}::int else ${daysApart}::int end`;

/** Whether the bank may have shown a payment `p` on a day. */
export const isShownOn = (day: SQL): SQL => sql`${day} between p.day - ${daysApart}::int and p.day + ${daysLater}`;

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
  const rows = await query<{ number: string; studentId: number; name: string; credited: string | null }>(tx, render)`
    select a.number, a.student_id as "studentId", s.first_name || ' ' || s.surname as name, (
      select coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.id)
      from payment_shares h join payments p on p.institution_id = h.institution_id and p.id = h.payment_id
      where h.institution_id = ${institutionId} and h.student_id = a.student_id and p.channel = 'gateway' and not p.is_test
        and p.amount = l.amount and abs(p.day - l.day) <= 4 and p.status = any (${sql.param([...paidStatuses])}::text[])
        and not p.is_seen_at_bank
      order by abs(p.day - l.day), p.id limit 1) as credited
    from bank_lines l cross join lateral (${namedAccount(institutionId, sql`l`)}) a
    join students s on s.institution_id = ${institutionId} and s.id = a.student_id
    where l.institution_id = ${institutionId} and l.id = ${line.id}`;
  const [named] = rows;
  if (!named) return;
  const where = `It was paid into the student account ${named.number}`;
  if (named.credited)
    throw new ValidationError('form', `${where}, and ${named.credited} already credits it. Match the statement again.`);
  if (studentIds.some((id) => id !== Number(named.studentId)))
    throw new ValidationError(
      'student_id',
      `${where} of ${named.name}. Record it for ${named.name}; it can be moved to a sibling afterwards.`,
    );
  if (!isConfirmed)
    throw new ValidationError(
      'again',
      `${where}, which the payment gateway credits automatically. Tick “This is another payment” only if the gateway never does.`,
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
