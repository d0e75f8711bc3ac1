import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';
import { id } from '#kernel/schemas.ts';
import { clean } from '#features/people/imports/engine/clean.ts';
import type { Inspection } from '#features/people/imports/engine/inspect.ts';
import { maxSeconds } from '#features/people/imports/engine/limits.ts';
import type { SourceRow } from '#features/people/imports/engine/extra-rows.ts';
import { Unreadable } from '#features/people/imports/engine/unreadable.ts';
import { openFile } from '#features/people/imports/reader/read-table.ts';
import { inspectInTurn } from '#features/people/imports/reader/turns.ts';
import { mostRows } from '../bank-words.ts';
import { bankAccounts, bankStatements } from '../bank.schema.ts';
import { refuseOtherStatement } from './refuse-other-statement.ts';

export const UploadStatement = z.object({ bank_account_id: id });

/** Files whose columns nobody confirmed are forgotten after this time. */
const keepUnread = sql`now() - interval '14 days'`;

export interface StatementFile {
  name: string;
  sha256: string;
  inspection: Inspection;
  rows: SourceRow[];
}

/** Reads an uploaded statement, in a process of its own; refuses one that is not a table. */
export async function readStatement(
  files: Files,
  institutionId: number,
  stored: StoredFile,
  name: string,
): Promise<StatementFile> {
  const path = files.path(stored.storedAs);
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
