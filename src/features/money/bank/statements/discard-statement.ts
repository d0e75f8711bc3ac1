import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { bankStatements } from '../bank.schema.ts';
import { lockStatement } from './lock-statement.ts';
import { matchLines } from './match-lines.ts';

/** Discards an uploaded file whose lines were not added. Returns its name. */
export async function discardStatement(tx: Tx, actor: Actor, statementId: number): Promise<string> {
  const { institutionId, fileName, state } = await lockStatement(tx, actor, statementId);
  if (state === 'read') throw new Conflict('The lines of this statement are already added. Ignore them one by one.');
  await tx
    .delete(bankStatements)
    .where(and(eq(bankStatements.institutionId, institutionId), eq(bankStatements.id, statementId)));
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
