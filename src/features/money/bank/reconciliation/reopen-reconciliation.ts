import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { findReconciliation, lastClosed, lockAccount } from './account.queries.ts';
import { reconciliationNotes, reconciliations } from './reconciliation.schema.ts';

export const ReopenReconciliation = z.object({ reason: line(300, 'The reason') });

export const reopenReconciliationApproval = approvalKind({
  kind: 'payments.reopenReconciliation',
  label: 'Reopened reconciliation',
  permission: 'payments.approve',
  payload: ReopenReconciliation.extend({ reconciliationId: z.number() }),
  async act(tx, asker, { reconciliationId, reason }, { decider }) {
    const { institutionId, bankAccountId, name, through } = await lockReopenable(tx, asker, reconciliationId);
    await tx
      .update(reconciliations)
      .set({
        reopenedAt: sql`now()`,
        reopenedBy: asker.accountId,
        reopenApprovedBy: decider.accountId,
        reopenReason: reason,
      })
      .where(and(eq(reconciliations.institutionId, institutionId), eq(reconciliations.id, reconciliationId)));
    await tx
      .update(reconciliationNotes)
      .set({ reconciliationId: null })
      .where(
        and(
          eq(reconciliationNotes.institutionId, institutionId),
          eq(reconciliationNotes.reconciliationId, reconciliationId),
        ),
      );
    await record(tx, asker, 'payments.reopenReconciliation', {
      institutionId,
      subject: { type: 'bankAccount', id: bankAccountId },
      summary: `reopened the reconciliation of ${name} until ${formatDay(through)}`,
      details: { reason, approvedBy: decider.name },
    });
    return { message: `The reconciliation until ${formatDay(through)} is open again.` };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Asks a second person to reopen the last reconciliation of an account. */
export async function reopenReconciliation(
  tx: Tx,
  actor: Actor,
  reconciliationId: number,
  { reason }: z.infer<typeof ReopenReconciliation>,
): Promise<Requested> {
  const { institutionId, name, through } = await lockReopenable(tx, actor, reconciliationId);
  return requestApproval(tx, actor, reopenReconciliationApproval, {
    institutionId,
    subject: { type: 'reconciliation', id: reconciliationId },
    payload: { reconciliationId, reason },
    summary: `reopen the reconciliation of ${name} until ${formatDay(through)}`,
  });
}

async function lockReopenable(tx: Tx, actor: Actor, reconciliationId: number) {
  const found = await findReconciliation(tx, actor, reconciliationId);
  const account = await lockAccount(tx, actor, found.bankAccountId!);
  const last = await lastClosed(tx, account);
  if (last?.id !== reconciliationId)
    throw new Conflict('Only the last closed reconciliation of an account can be reopened. Reload the page.');
  return {
    institutionId: account.institutionId,
    bankAccountId: account.id,
    name: account.name,
    through: found.through,
  };
}
