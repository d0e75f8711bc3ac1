import { z } from 'zod';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { messagesOf } from '#kernel/messages/announce.ts';
import { defaultText, fieldsOf, fill, needsOf, type MessageEvent } from '#kernel/messages/events.ts';
import { costOfMessages } from '#kernel/messages/queue.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import type { Permission } from '#kernel/permissions.ts';
import { checkText, CellOf, eventOf } from './save-settings.ts';
import { sql, type SQL } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { formatDay } from '#kernel/dates.ts';
import { decimal } from '#kernel/money.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';

export const PreviewCell = CellOf.extend({ text: z.string().trim().max(1000).default('') });

/** What the cell would have sent in the last thirty days, if it had been on with this text. */
export async function previewCell(
  tx: Tx,
  actor: Actor,
  events: readonly MessageEvent[],
  { text: typed, ...cell }: z.output<typeof PreviewCell>,
) {
  const { institution_id: institutionId, audience, channel } = cell;
  allow(actor, 'contact.switches', institutionId);
  const event = eventOf(events, cell);
  const text = checkText(event, audience, channel, typed) ?? defaultText(event, audience, channel);
  const membership = membershipIn(actor, institutionId)!;
  const told = await recentOf(tx, institutionId, event.key, membership.currency);
  // Notices cost nothing and only reach people with an account.
  const isSent = channel !== 'notice';
  const messages =
    told && isSent
      ? await messagesOf(tx, institutionId, event, [{ audience, channel, text, isOn: true, onSince: null }], told)
      : [];
  const needs = needsOf(event, text);
  const seen: Permission = audience === 'employee' ? 'employees.view' : 'students.view';
  const maySee = can(actor, seen, institutionId) && mayReadText(actor, institutionId, needs);
  const [first] = messages;
  const samples = Object.fromEntries(
    Object.entries(fieldsOf(event, audience)).map(([name, { sample }]) => [name, sample]),
  );
  return {
    /** What somebody would have got lately, or with made-up values. */
    example: first && maySee ? first.body : fill(text, { ...samples, school: membership.name }),
    /** Null if it is made up. */
    to: first && maySee ? first.recipient : null,
    /** In the last thirty days; null if that can’t be known. */
    messages: told && isSent ? messages.length : null,
    ...(channel === 'sms' ? await costOfMessages(tx, institutionId, messages) : { parts: 0, cost: 0 }),
    /** There was more than was counted. */
    isMore: told?.length === mostRecent,
  };
}

export type SwitchPreview = Awaited<ReturnType<typeof previewCell>>;

interface RecentRow {
  studentId?: number;
  employeeId?: number;
  /** Minor units of `amount` and `balance`, days, numbers. */
  [field: string]: string | number | null | undefined;
}

const recentDays = 30;
/** Enough for an estimate; the page says so if there was more. */
const mostRecent = 20_000;

const since = sql`now() - make_interval(days => ${recentDays}::int)`;

const queries: Record<string, (institutionId: number) => SQL> = {
  'admissions.admitted': (at) => sql`select a.student_id as "studentId" from applications a
    where a.institution_id = ${at} and a.admitted_at > ${since} and a.student_id is not null order by a.admitted_at desc`,
  'attendance.absent': (at) => marked(at, 'absent'),
  'attendance.late': (at) => marked(at, 'late'),
  'results.published': (at) => results(at, sql`true`),
  'results.corrected': (at) => results(at, sql`r.correction_id is not null`),
  'fees.invoice': (
    at,
  ) => sql`select i.student_id as "studentId", i.title, i.number as invoice, i.total - i.credited as amount,
      (select min(d.due_on)::text from invoice_dues d where (d.institution_id, d.invoice_id) = (i.institution_id, i.id)) as due
    from invoices i where i.institution_id = ${at} and i.created_at > ${since} and i.kind not in ('opening', 'correction') and i.cancelled_at is null
    order by i.id desc`,
  'payments.received': (
    at,
  ) => sql`select h.student_id as "studentId", h.amount, coalesce(b.owed, 0) as balance, p.day::text as day,
      p.receipt_number as receipt
    from payments p join payment_shares h on (h.institution_id, h.payment_id) = (p.institution_id, p.id)
    left join student_balances b on (b.institution_id, b.student_id) = (h.institution_id, h.student_id)
    where p.institution_id = ${at} and p.receipt_at > ${since} and p.status = 'successful' and h.amount > 0 order by p.id desc`,
  'fees.due': dues,
  'fees.overdue': dues,
  'students.birthday': (at) => birthdays(at, sql`students`, sql`p.status = 'active'`, 'studentId'),
  'employees.birthday': (at) => birthdays(at, sql`employees`, sql`p.left_on is null`, 'employeeId'),
};

/** Whom the event concerned in the last thirty days; null if that isn't known. */
async function recentOf(db: Db, institutionId: number, event: string, currency: string) {
  const statement = queries[event];
  if (!statement) return null;
  const rows = await query<RecentRow>(db)`select * from (${statement(institutionId)}) recent limit ${mostRecent}`;
  return rows.map(({ studentId, employeeId, ...fields }) => ({
    ...(studentId != null && { studentId: Number(studentId) }),
    ...(employeeId != null && { employeeId: Number(employeeId) }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, inWords(name, value, currency)])),
  }));
}

function inWords(name: string, value: string | number | null | undefined, currency: string): string {
  if (value == null) return '';
  if (name === 'amount' || name === 'balance') return `${currency} ${decimal(Number(value))}`;
  if (name === 'due' || name === 'day') return formatDay(String(value));
  if (name === 'invoice') return invoiceNumber(Number(value));
  if (name === 'receipt') return receiptNumber(Number(value));
  return String(value);
}

const results = (at: number, also: SQL) => sql`select r.student_id as "studentId", t.name as term, y.name as session
  from published_results r join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
  join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
  where r.institution_id = ${at} and r.published_at > ${since} and r.replaced_at is null and ${also} order by r.published_at desc`;

const marked = (at: number, kind: string) => sql`
  select distinct on (r.on_date, m.student_id) m.student_id as "studentId", b.name as class, r.on_date::text as day, m.minutes
  from attendance_registers r join attendance_marks m on (m.institution_id, m.register_id) = (r.institution_id, r.id)
  join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
  where r.institution_id = ${at} and r.on_date > (${since})::date and m.kind = ${kind} order by r.on_date desc, m.student_id`;

function dues(at: number): SQL {
  return sql`select i.student_id as "studentId", i.title, d.due_on::text as due, d.amount
    from invoices i join invoice_dues d on (d.institution_id, d.invoice_id) = (i.institution_id, i.id)
    where i.institution_id = ${at} and i.open > 0
      and d.due_on between (${since})::date and ${todayIn(at)} order by d.due_on desc`;
}

const birthdays = (
  at: number,
  table: SQL,
  also: SQL,
  as: string,
) => sql`select p.id as ${sql.identifier(as)} from ${table} p
  where p.institution_id = ${at} and p.merged_into_id is null and ${also}
    and to_char(p.birth_date, 'MMDD') in (select to_char(day, 'MMDD') from generate_series(${since}, now(), interval '1 day') day)`;
