import { sql } from 'drizzle-orm';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import type { JsonPage } from '#kernel/database/json-rows.ts';
import { query, queryJson, type Db } from '#kernel/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { feesVisibleTo } from '../fees-visible.ts';
import { entriesWithDocuments } from '../books/journal/document-of-entry.ts';

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
    where i.student_id = ${recordId} and i.settled + i.credited < i.total order by i.id`,
);

/** What a student has open, the oldest first. */
export const openInvoicesOf = (db: Db, actor: Actor, studentId: number): Promise<OpenInvoice[]> =>
  query<OpenInvoice>(db, openFor(actor, { id: studentId }));

export interface AccountHead {
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
