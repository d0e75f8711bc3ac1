import { and, eq, sql, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { notations } from '#kernel/notation.ts';
import { Conflict, ValidationError, NotFound } from '#kernel/errors.ts';
import { count } from '#ui/format.ts';
import { areUnnamed } from '#features/people/imports/engine/headers.ts';
import { rememberHeadings } from '#features/people/imports/steps/start-import.ts';
import { bankStatements, type RowProblem } from '../bank.schema.ts';
import { matchLines } from './match-lines.ts';
import { guessStatementColumns, statementNotation } from './statement-columns.ts';
import { lockBankAccount } from './upload-statement.ts';
import { rowsOfForm } from '#kernel/schemas.ts';
import { createHash } from 'node:crypto';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import {
  readRow,
  type RowLine,
  type StatementReading,
  statementFieldNames,
  statementFields,
  type StatementField,
} from './read-row.ts';

export const ReadStatement = z.object({
  // By column: 'mapping.0', 'mapping.1' … of a form, or a list.
  mapping: z.preprocess(
    rowsOfForm,
    z.array(z.enum(['', ...statementFieldNames]), 'Choose the meaning of each column.').max(200),
  ),
  order: z.enum(['dmy', 'mdy']).default('dmy'),
  /** What the first row of a file without headings is. */
  first_row: z.enum(['transaction', 'headings']).optional(),
  /** The sign before the decimals; the one that the file shows unless it is chosen. */
  notation: z.enum(notations).optional(),
});

/** Problems that are shown; the rest is counted. */
const mostProblems = 100;

/** Saves the lines of a statement whose columns are confirmed, without those that are known, and proposes matches. */
export async function readStatementLines(
  tx: Tx,
  actor: Actor,
  statementId: number,
  input: z.infer<typeof ReadStatement>,
): Promise<{ added: number; repeated: number; problems: number; extra: number }> {
  const found = await lockStatement(tx, actor, statementId);
  const mapping = checkMapping(input.mapping);
  const { institutionId, bankAccountId } = found;
  if (!found.content) throw new Conflict('This statement has already been read.');
  await lockBankAccount(tx, actor, bankAccountId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const headers = found.columns.map(({ header }) => header);
  const guessed = guessStatementColumns(found.columns);
  await rememberHeadings(tx, { institutionId, kind: 'statements' }, headers, guessed, mapping);
  const notation = input.notation ?? statementNotation(found.columns, mapping)?.notation ?? 'point';
  const asked = { mapping, order: input.order, notation, today: today(timeZone) };
  const { lines, problems, extra } = readLines(rowsIn(found, input), asked);
  if (lines.length === 0 || problems.length > lines.length) throw wrongColumns(problems);
  const added = await addLines(tx, { institutionId, bankAccountId, statementId }, lines);
  const days = lines.map(({ day }) => day).toSorted();
  await tx
    .update(bankStatements)
    .set({
      state: 'read',
      content: null,
      readAt: new Date(),
      lineCount: added,
      repeatedCount: lines.length - added,
      problems: problems.slice(0, mostProblems),
      problemCount: problems.length,
      firstDay: days[0]!,
      lastDay: days.at(-1)!,
    })
    .where(hasKey(bankStatements, institutionId, statementId));
  await matchLines(tx, institutionId, statementId);
  await record(tx, actor, 'payments.readStatement', {
    institutionId,
    subject: { type: 'bankStatement', id: statementId },
    summary: `added ${count(added)} lines of the bank statement ${found.fileName}`,
    details: { added, repeated: lines.length - added, problems: problems.length },
  });
  return { added, repeated: lines.length - added, problems: problems.length, extra };
}

/** Without headings the user says whether the first row is a transaction: a wrong guess would lose it, or add the headings. */
function rowsIn(
  { columns, content }: Pick<typeof bankStatements.$inferSelect, 'columns' | 'content'>,
  { first_row: firstRow }: z.infer<typeof ReadStatement>,
) {
  const rows = content ?? [];
  if (!areUnnamed(columns.map(({ header }) => header))) return rows;
  if (!firstRow) throw new ValidationError('first_row', 'The file has no headings. Is its first row a transaction?');
  return firstRow === 'headings' ? rows.slice(1) : rows;
}

function checkMapping(chosen: ('' | StatementField)[]): (StatementField | null)[] {
  const used = chosen.filter((field) => field !== '');
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  const has = (field: StatementField) => used.includes(field);
  if (twice) throw new ValidationError('mapping', `Two columns are ${statementFields[twice].label}. Choose one.`);
  if (!has('date')) throw new ValidationError('mapping', 'Choose the column with the date.');
  if (!has('amount') && !has('credit'))
    throw new ValidationError('mapping', 'Choose the column with the amount, or the one with money in.');
  if (has('amount') && (has('credit') || has('debit')))
    throw new ValidationError(
      'mapping',
      'Choose either one amount column, or separate columns for money in and money out.',
    );
  if (!has('narration') && !has('reference'))
    throw new ValidationError('mapping', 'Choose the column with the narration or the reference.');
  return chosen.map((field) => field || null);
}

function wrongColumns(problems: { row: number; message: string }[]) {
  const [first] = problems;
  return new ValidationError(
    'mapping',
    first
      ? `Most rows can’t be read with these columns. Row ${first.row}: ${first.message}`
      : 'No row has an amount in these columns. Choose other columns.',
  );
}

interface Place {
  institutionId: number;
  bankAccountId: number;
  statementId: number;
}

/** Inserts the lines that are not known yet, in the order of the file. Returns how many. */
async function addLines(tx: Tx, place: Place, lines: ReadLine[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bank_lines (institution_id, bank_account_id, statement_id, row_number, day, amount, reference, narration,
      fingerprint, ordinal)
    select ${place.institutionId}, ${place.bankAccountId}, ${place.statementId}, r."rowNumber", r.day, r.amount, r.reference,
      r.narration, r.fingerprint, r.ordinal
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r ("rowNumber" int, day date, amount bigint, reference text,
      narration text, fingerprint text, "formerFingerprint" text, ordinal int)
    where not exists (select from bank_lines b where b.institution_id = ${place.institutionId}
      and b.bank_account_id = ${place.bankAccountId} and b.fingerprint = r."formerFingerprint" and b.ordinal = r.ordinal)
    order by r."rowNumber"
    on conflict on constraint bank_lines_once do nothing`);
  return rowCount ?? 0;
}

interface ReadLine extends Omit<RowLine, 'marked'> {
  rowNumber: number;
  fingerprint: string;
  /** With the apostrophe that lines read before still have in theirs. */
  formerFingerprint: string;
  ordinal: number;
}

/** The lines of a statement. Rows that are neither a line nor blank, such as an impossible date, are problems. */
function readLines(rows: SourceRow[], reading: StatementReading) {
  const lines: ReadLine[] = [];
  const problems: RowProblem[] = [];
  const equal = new Map<string, number>();
  let extra = 0;
  for (const { number, cells } of rows) {
    const read = readRow(cells, reading);
    if (read === null) continue;
    if ('extra' in read) {
      extra += 1;
      continue;
    }
    if ('problem' in read) {
      problems.push({ row: number, message: read.problem });
      continue;
    }
    const { marked, ...line } = read.line;
    const fingerprint = fingerprintOf(line);
    const ordinal = (equal.get(fingerprint) ?? 0) + 1;
    equal.set(fingerprint, ordinal);
    const formerFingerprint = fingerprintOf({ ...line, ...marked });
    lines.push({ ...line, rowNumber: number, fingerprint, formerFingerprint, ordinal });
  }
  return { lines, problems, extra };
}

/** The same for a line however a file writes it: capitals, spaces and separators don't count. */
const fingerprintOf = ({
  day,
  amount,
  reference,
  narration,
}: Pick<ReadLine, 'day' | 'amount' | 'reference' | 'narration'>) =>
  createHash('sha256')
    .update(JSON.stringify([day, amount, plain(reference), plain(narration)]))
    .digest('hex');

const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/\s+/g, ' ').trim();

/** Discards an uploaded file whose lines were not added. Returns its name. */
export async function discardStatement(tx: Tx, actor: Actor, statementId: number): Promise<string> {
  const { institutionId, fileName, state } = await lockStatement(tx, actor, statementId);
  if (state === 'read') throw new Conflict('The lines of this statement are already added. Ignore them one by one.');
  await tx.delete(bankStatements).where(hasKey(bankStatements, institutionId, statementId));
  await record(tx, actor, 'payments.discardStatement', {
    institutionId,
    subject: { type: 'bankStatement', id: statementId },
    summary: `discarded the bank statement ${fileName}`,
  });
  return fileName;
}

/** Proposes matches for the open lines again, after payments were recorded or students added. */
export async function rematchStatement(tx: Tx, actor: Actor, statementId: number): Promise<void> {
  const { institutionId } = await lockStatement(tx, actor, statementId);
  await matchLines(tx, institutionId, statementId);
}

/** Locks a statement; NotFound outside the institutions whose statements the actor matches. */
export async function lockStatement(tx: Tx, actor: Actor, statementId: number) {
  const [found] = await tx
    .select()
    .from(bankStatements)
    .where(
      and(
        inArray(
          bankStatements.institutionId,
          actor.institutions.map(({ id }) => id),
        ),
        eq(bankStatements.id, statementId),
      ),
    )
    .for('no key update');
  if (!found) throw new NotFound('bank statement');
  allow(actor, 'payments.place', found.institutionId);
  return found;
}
