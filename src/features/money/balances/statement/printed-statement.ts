import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import type { Statement } from './statement.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { studentOverview } from '#features/people/students/profile/student-profile.queries.ts';
import { dateTimeText, textName } from '#ui/format.ts';
import { accountOf } from './statement.queries.ts';
import { entriesWithDocuments } from '../books/journal/document-of-entry.ts';

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
  const rows = await query<Entered>(
    tx,
    render(sql`
    with listed as materialized (
      select l.institution_id, l.entry_id, l.day, sum(l.amount)::bigint as amount from ledger_lines l
      where l.institution_id = ${institutionId} and l.student_id = ${studentId} and l.day <= ${until}
      group by l.institution_id, l.day, l.entry_id having sum(l.amount) <> 0),
    ${entriesWithDocuments}
    select n.day as "on", e.description as words, e.document, e.href, n.amount
    from listed n join entry e on e.id = n.entry_id order by n.day, e.id`),
  );
  return rows;
}
