import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx, queryJson, type Db } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import type { Statement } from './statement.pdf.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { studentOverview } from '#features/people/students/profile/student-profile.queries.ts';
import { dateTimeText, textName } from '#ui/format.ts';
import { entriesWithDocuments } from '../books/journal/entry.queries.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import type { JsonPage } from '#kernel/database/json-rows.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { feesVisibleTo } from '../fees-visible.ts';

export const StatementPeriod = z.object({ from: queryParam(day), until: queryParam(day) });

/** A student's statement to print: all of it, or the days asked for. The print is recorded. */
export async function printedStatement(
  tx: Tx,
  actor: Actor,
  files: Files,
  studentId: number,
  period: z.infer<typeof StatementPeriod>,
): Promise<Statement> {
  const account = await accountOf(tx, actor, studentId);
  if (!account) throw new NotFound('student');
  const { institutionId, currency } = account;
  const { timeZone } = membershipIn(actor, institutionId)!;
  const until = period.until ?? today(timeZone);
  const [student, letterhead, all] = await Promise.all([
    studentOverview(tx, actor, studentId),
    letterheadOf(tx, files, institutionId),
    linesUntil(tx, institutionId, studentId, until),
  ]);
  const from = period.from ?? all[0]?.on ?? until;
  if (from > until) throw new ValidationError('from', 'The first day is after the last one.');
  const sumOf = (lines: Entered[]) => lines.reduce((sum, { amount }) => sum + amount, 0);
  const name = textName(student);
  await record(tx, actor, 'fees.printStatement', {
    institutionId,
    summary: `printed the statement of ${name}`,
    subject: { type: 'student', id: studentId },
  });
  return {
    letterhead,
    currency,
    from,
    until,
    student: { name, admissionNumber: student.admissionNumber, place: student.batch },
    opening: sumOf(all.filter(({ on }) => on < from)),
    lines: all
      .filter(({ on }) => on >= from)
      .map(({ amount, ...line }) => ({ ...line, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) })),
    closing: sumOf(all),
    printedAt: dateTimeText(new Date(), timeZone),
  };
}

interface Entered {
  on: string;
  words: string;
  document: string | null;
  amount: number;
}

async function linesUntil(tx: Tx, institutionId: number, studentId: number, until: string): Promise<Entered[]> {
  const rows = await query<Entered>(tx, render)`
    with listed as materialized (
      select l.institution_id, l.entry_id, l.day, sum(l.amount)::bigint as amount from ledger_lines l
      where l.institution_id = ${institutionId} and l.student_id = ${studentId} and l.day <= ${until}
      group by l.institution_id, l.day, l.entry_id having sum(l.amount) <> 0),
    ${entriesWithDocuments}
    select n.day as "on", e.description as words, e.document, e.href, n.amount
    from listed n join entry e on e.id = n.entry_id order by n.day, e.id`;
  return rows;
}

export interface StatementRow {
  /** The entry. */
  id: number;
  day: string;
  source: string;
  words: string;
  /** Above zero: charged. Below: paid or taken off. */
  amount: number;
  /** Owed after this line; below zero in credit. */
  balance: number;
  /** Number of the invoice, receipt or note. */
  document: string | null;
  href: string | null;
}

const statementLength = 200;

/** The student, if the actor can see these fees. */
const seen = (actor: Actor) =>
  sql`select students.institution_id, students.id from students where students.id = ${recordId} and ${feesVisibleTo(actor)}`;

// Built once a person, since building takes longer than asking.
const linesFor = cachedStatement(
  (actor) => sql`
    with line as (
      select l.institution_id, l.entry_id, l.day, sum(l.amount)::bigint as amount,
        sum(sum(l.amount)) over (order by l.day, l.entry_id)::bigint as balance
      from ledger_lines l join (${seen(actor)}) s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      -- Named again: one student's lines are next to each other in the index.
      where l.student_id = ${recordId}
      group by l.institution_id, l.day, l.entry_id),
    listed as materialized (select * from line where amount <> 0 order by day desc, entry_id desc limit ${statementLength + 1}),
    ${entriesWithDocuments}
    select e.id, n.day, e.source, e.description as words, n.amount, n.balance, e.document, e.href
    from listed n join entry e on e.id = n.entry_id order by n.day desc, e.id desc`,
);

/** The lines of a student's account with the balance after each, the latest first. */
export const statementLines = (db: Db, actor: Actor, studentId: number): Promise<JsonPage<StatementRow>> =>
  queryJson<StatementRow>(db, linesFor(actor, { id: studentId }), { atMost: statementLength });

const openFor = cachedStatement(
  (actor) => sql`
    select ${openInvoiceColumns} from invoices i
    join (${seen(actor)}) s on (s.institution_id, s.id) = (i.institution_id, i.student_id)
    where i.student_id = ${recordId} and i.open > 0 order by i.id`,
);

/** What a student has open, the oldest first. */
export const openInvoicesOf = (db: Db, actor: Actor, studentId: number): Promise<OpenInvoice[]> =>
  query<OpenInvoice>(db, openFor(actor, { id: studentId }));

interface AccountHead {
  institutionId: number;
  studentId: number;
  currency: string;
  owed: number;
  credit: number;
}

const accountFor = cachedStatement(
  (actor) => sql`
    select s.institution_id as "institutionId", s.id as "studentId", i.currency, coalesce(b.owed, 0) as owed,
      coalesce(b.credit, 0) as credit
    from (${seen(actor)}) s join institutions i on i.id = s.institution_id
    left join student_balances b on (b.institution_id, b.student_id) = (s.institution_id, s.id)`,
);

/** Balance and currency; undefined for people who cannot see these fees. */
export async function accountOf(db: Db, actor: Actor, studentId: number): Promise<AccountHead | undefined> {
  const [account] = await query<AccountHead>(db, accountFor(actor, { id: studentId }));
  return account;
}
