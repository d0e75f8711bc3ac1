import { and, eq, isNull, lt, sql, ne } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { clean, squeeze, Unreadable } from '#features/people/imports/engine/headers.ts';
import type { Inspection } from '#features/people/imports/engine/inspect.ts';
import { maxSeconds } from '#features/people/imports/engine/limits.ts';
import type { SourceRow } from '#features/people/imports/engine/workbook.ts';
import { openFile, inspectInTurn } from '#features/people/imports/reader/read-table.ts';
import { mostRows } from '../bank-labels.ts';
import { bankAccounts, bankStatements } from '../bank.schema.ts';

export const UploadStatement = z.object({ bank_account_id: id });

/** Files whose columns nobody confirmed are forgotten after this time. */
const keepUnread = sql`now() - interval '14 days'`;

interface StatementFile {
  name: string;
  sha256: string;
  inspection: Inspection;
  rows: SourceRow[];
}

/** Reads an uploaded statement, in a process of its own; refuses one that is not a table. */
export async function readStatement(files: Files, institutionId: number, stored: StoredFile, name: string) {
  const path = await files.local(stored.storedAs);
  try {
    const inspection = await inspectInTurn(institutionId, path, 'statement');
    if (inspection.rowCount > mostRows)
      throw new Unreadable('The file has more than 20,000 rows. Download a shorter period from the bank.');
    const late = AbortSignal.timeout(maxSeconds * 1000);
    const { pieces } = await openFile(path, inspection.format, 5000, late, 'statement');
    const rows: SourceRow[] = [];
    for await (const piece of pieces) rows.push(...piece);
    return { name, sha256: stored.sha256, inspection, rows };
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}

/** Records a statement whose columns are to be confirmed. The file itself is not kept. */
export async function uploadStatement(
  tx: Tx,
  actor: Actor,
  bankAccountId: number,
  { name, sha256, inspection, rows }: StatementFile,
): Promise<number> {
  const account = await lockBankAccount(tx, actor, bankAccountId);
  const { institutionId } = account;
  await refuseOtherStatement(tx, account, inspection);
  await tx
    .delete(bankStatements)
    .where(
      and(
        eq(bankStatements.institutionId, institutionId),
        eq(bankStatements.state, 'uploaded'),
        lt(bankStatements.createdAt, keepUnread),
      ),
    );
  const [row] = await tx
    .insert(bankStatements)
    .values({
      institutionId,
      bankAccountId,
      fileName: name,
      sha256,
      rowCount: inspection.rowCount,
      columns: inspection.columns.map(({ header, samples, dates, amounts }) => ({
        header,
        dates,
        ...(amounts && { amounts }),
        samples: samples.slice(0, 4),
      })),
      content: rows.map(({ number, cells }) => ({ number, cells: cells.map(clean) })),
      accountId: actor.accountId,
    })
    .returning({ id: bankStatements.id });
  await record(tx, actor, 'payments.uploadStatement', {
    institutionId,
    subject: { type: 'bankStatement', id: row!.id },
    summary: `uploaded the bank statement ${name} of ${account.name}`,
  });
  return row!.id;
}

/** An account in use, locked; statements of one account are read one after the other. */
export async function lockBankAccount(tx: Tx, actor: Actor, bankAccountId: number) {
  const [account] = await tx
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, bankAccountId), isNull(bankAccounts.archivedAt)))
    .for('no key update');
  if (!account) throw new NotFound('bank account');
  allow(actor, 'payments.place', account.institutionId);
  return account;
}

type Account = Pick<typeof bankAccounts.$inferSelect, 'institutionId' | 'id' | 'name' | 'number'>;
type Printed = Pick<Inspection, 'titles' | 'columns'>;

/** Refuses a file that names another account than the chosen one: its money would be booked at the wrong bank. */
async function refuseOtherStatement(tx: Tx, account: Account, file: Printed): Promise<void> {
  const own = bare(account.number);
  const others = await tx
    .select({ name: bankAccounts.name, number: bankAccounts.number })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.institutionId, account.institutionId), ne(bankAccounts.id, account.id)));
  const named = file.titles.flat().flatMap(numbersIn);
  const columns = file.columns
    .filter(({ header, samples }) => isNumberColumn(header) && samples.length === 1)
    .flatMap(({ samples }) => numbersIn(samples[0]!));
  if ([...named, ...columns].some((number) => bare(number) === own)) return;
  const known = others.find(({ number }) => [...named, ...columns].some((one) => bare(one) === bare(number)));
  const labelled = labelledNumbers(file.titles)[0];
  const printed = known?.number ?? (/^\d+$/.test(account.number) ? labelled : undefined);
  if (printed === undefined) return;
  throw new ValidationError(
    'bank_account_id',
    `The statement is of account ${printed}${known ? ` (${known.name})` : ''}, but you chose ${account.number} (${account.name}). Choose the account of the statement, or another file.`,
  );
}

/** Spreadsheets lose zeros in front. */
const bare = (number: string) => number.replace(/^0+/, '').toUpperCase();

const isNumberColumn = (header: string) => /^(account|acct|ac)(number|num|no)$|^nuban$/.test(squeeze(header));

const isMasked = (text: string) => /[*•]|x{2}/i.test(text);

/** Whole numbers of six digits or more, without the blanks and hyphens between them. */
const numbersIn = (text: string): string[] =>
  isMasked(text)
    ? []
    : (text.match(/(?<![\w.,/])\d(?:[ -]?\d){5,33}(?![\w/]|[.,]\d)/g) ?? []).map((number) => number.replace(/\D/g, ''));

const label = /\b(?:account|acct|a\/c)\.?\s*(?:number|num|no|#)\b\.?|\bnuban\b|^\s*account\s*:/i;

/** Numbers after "Account number" or its like, in the same cell or in the next one that is filled. */
function labelledNumbers(titles: string[][]): string[] {
  return titles.flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const found = label.exec(cell);
      if (!found) return [];
      const rest = cell.slice(found.index + found[0].length).replace(/^[\s:#.-]+/, '');
      return numbersIn(rest || (cells.slice(at + 1).find((next) => next.trim()) ?? '')).slice(0, 1);
    }),
  );
}
