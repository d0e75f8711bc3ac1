import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Source } from '#features/money/ledger/sources.ts';
import { entriesWithDocuments } from './document-of-entry.ts';

export interface EntryHead {
  id: number;
  institutionId: number;
  day: string;
  source: Source;
  description: string;
  currency: string;
  postedAt: string;
  postedBy: string | null;
  document: string | null;
  href: string | null;
  reverses: number | null;
  reversedBy: number | null;
  /** Of an entry posted by hand. */
  approvedBy: string | null;
  reason: string | null;
}

export interface EntryLine {
  position: number;
  accountId: number;
  code: string;
  account: string;
  amount: number;
  studentId: number | null;
  student: string | null;
  note: string | null;
}

/** `m`: what a person added to an entry `e` by hand, and the note of its line `l`. */
export const manualOf = sql`e.source = 'manual' and (m.institution_id, m.id) = (e.institution_id, e.source_id)`;
export const noteOfLine = sql`nullif(m.notes[l.position], '')`;

/** One entry with its lines, its document and what reverses it. */
export async function entryOf(db: Db, actor: Actor, entryId: number) {
  const seen = sql`e.id = ${entryId} and e.institution_id = any (${sql.param(institutionsWhere(actor, 'ledger.view'))}::int[])`;
  const [[head], lines] = await Promise.all([
    query<EntryHead>(
      db,
      render(sql`
      with listed as materialized (select e.institution_id, e.id as entry_id from ledger_entries e where ${seen}),
      ${entriesWithDocuments}
      select e.id, e.institution_id as "institutionId", e.day, e.source, e.description, e.currency,
        to_char(e.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "postedAt", a.name as "postedBy",
        doc.document, doc.href, e.reverses_id as reverses, r.id as "reversedBy",
        y.name as "approvedBy", m.reason
      from ledger_entries e
      join entry doc on doc.id = e.id
      left join accounts a on a.id = e.account_id
      left join ledger_entries r on (r.institution_id, r.reverses_id) = (e.institution_id, e.id)
      left join manual_entries m on ${manualOf}
      left join accounts y on y.id = m.approved_by
      where ${seen}`),
    ),
    query<EntryLine>(
      db,
      render(sql`
      select l.position, l.ledger_account_id as "accountId", a.code, a.name as account, l.amount, l.student_id as "studentId",
        concat_ws(', ', s.surname, concat_ws(' ', s.first_name, s.middle_name)) as student,
        ${noteOfLine} as note
      from ledger_entries e join ledger_lines l on (l.institution_id, l.entry_id) = (e.institution_id, e.id)
      join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
      left join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
      left join manual_entries m on ${manualOf}
      where ${seen} order by l.position`),
    ),
  ]);
  if (!head) throw new NotFound('entry');
  return { ...head, lines: lines.map((line) => ({ ...line, student: line.student || null })) };
}
export type EntryProps = Awaited<ReturnType<typeof entryOf>>;
