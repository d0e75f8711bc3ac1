import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { studentBalances } from '#features/money/ledger/ledger.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { findableStudents, students } from '#features/people/students/students.schema.ts';
import { listName, money } from '#ui/format.ts';
import { membershipIn } from '#kernel/actor.ts';

/** What a code on paper names: the address in its QR, the code alone, or the number of an invoice. */
type Scanned = { studentId: number } | { code: string } | { invoice: number };

/** Reads what a scanner or a paste left in the search; null for names and admission numbers. */
function readScan(typed: string): Scanned | null {
  const text = typed.trim();
  const student = /\/students\/(\d{1,16})(?:[/?#]|$)/.exec(text);
  if (student) return { studentId: Number(student[1]) };
  const code = /\/verify\/[a-z-]+\/([\w-]{16})(?:[/?#]|$)/.exec(text) ?? /^(?=.*\d)([\w-]{16})$/.exec(text);
  if (code) return { code: code[1]! };
  const invoice = /^INV-0*(\d{1,9})$/i.exec(text);
  return invoice ? { invoice: Number(invoice[1]) } : null;
}

type Table = typeof students | typeof findableStudents;

/** Students by name, admission number or a scanned code, with what they owe. */
export async function studentOptions(
  db: Db,
  { actor, institutionIds, institutionId, q, except }: Choosing,
): Promise<Choices> {
  const scanned = readScan(q);
  const patterns = scanned ? [] : patternsOf(wordsIn(q));
  // LIKE can use its index only through the view.
  const table: Table = patterns.length ? findableStudents : students;
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({
        id: table.id,
        institutionId: table.institutionId,
        surname: table.surname,
        firstName: table.firstName,
        middleName: table.middleName,
        admissionNumber: table.admissionNumber,
        batchName: table.batchName,
        owed: sql<number | null>`${studentBalances.owed}`.mapWith(Number),
      })
      .from(table)
      .leftJoin(
        studentBalances,
        and(eq(studentBalances.institutionId, table.institutionId), eq(studentBalances.studentId, table.id)),
      )
      .where(
        and(
          inArray(table.institutionId, institutionIds),
          visibleTo(actor, table, institutionId),
          isNull(table.anonymisedAt),
          except === undefined ? undefined : sql`${table.id} <> ${except}`,
          scanned ? ofScan(table, scanned) : undefined,
          ...patterns.map((some) => matches(table.searchText, some)),
        ),
      )
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
  return {
    choices: rows.map((row) => ({
      value: String(row.id),
      label: listName(row),
      hint: [
        row.admissionNumber,
        row.batchName,
        row.owed ? `owes ${money(row.owed, membershipIn(actor, row.institutionId)!.currency)}` : 'owes nothing',
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    isMore,
  };
}

function ofScan(table: Table, scanned: Scanned) {
  if ('studentId' in scanned) return eq(table.id, scanned.studentId);
  if ('invoice' in scanned)
    return sql`(${table.institutionId}, ${table.id}) in (select institution_id, student_id from invoices
      where number = ${scanned.invoice})`;
  return sql`(${table.institutionId}, ${table.id}) in (
    select institution_id, student_id from invoices where code = ${scanned.code}
    union select p.institution_id, s.student_id from payments p
      join payment_shares s on (s.institution_id, s.payment_id) = (p.institution_id, p.id) where p.code = ${scanned.code})`;
}
