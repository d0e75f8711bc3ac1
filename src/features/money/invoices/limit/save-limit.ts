import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { Conflict } from '#kernel/errors.ts';
import { largestAmount } from '#kernel/money.ts';
import { id } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { feeSettings } from '../invoices.schema.ts';
import { moneyOf } from '../corrections/cancel.ts';

export const LimitFields = edits(
  z.object({
    institution_id: id,
    limit: z.coerce
      .number('Enter an amount, or 0.')
      .int('Enter an amount, or 0.')
      .min(0, 'Enter an amount, or 0.')
      .max(largestAmount, 'The amount is too large.'),
  }),
);

export const limitApproval = approvalKind({
  kind: 'fees.raiseLimit',
  label: 'Limit for one person',
  permission: 'fees.approve',
  payload: z.object({ institutionId: z.number(), from: z.number(), to: z.number() }),
  async act(tx, asker, { institutionId, from, to }) {
    allow(asker, 'fees.edit', institutionId);
    if ((await lockLimit(tx, institutionId)) !== from)
      throw new Conflict('The limit has since changed. Decline this request.');
    await writeLimit(tx, asker, institutionId, { from, to });
    return { message: 'The limit was changed.' };
  },
});

/** Sets how much one person may take off debts alone in a term: lower at once, higher when a second person agrees. */
export async function saveLimit(tx: Tx, actor: Actor, sent: z.output<typeof LimitFields>): Promise<Requested | null> {
  const institutionId = sent.institution_id;
  allow(actor, 'fees.edit', institutionId);
  const from = await lockLimit(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: LimitFields,
    sent,
    current: { institution_id: institutionId, limit: from },
    subject: { institutionId, actions: ['fees.setLimit'] },
  });
  const to = input.limit;
  if (to === from) return null;
  if (to < from) {
    await writeLimit(tx, actor, institutionId, { from, to });
    return null;
  }
  const [higher, lower] = [moneyOf(actor, institutionId, to), moneyOf(actor, institutionId, from)];
  return requestApproval(tx, actor, limitApproval, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    payload: { institutionId, from, to },
    summary: `let one person take ${higher} off debts in a term without approval, instead of ${lower}`,
  });
}

async function lockLimit(tx: Tx, institutionId: number): Promise<number> {
  await tx.insert(feeSettings).values({ institutionId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(feeSettings)
    .where(eq(feeSettings.institutionId, institutionId))
    .for('no key update');
  return row!.aloneLimit;
}

async function writeLimit(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.update(feeSettings).set({ aloneLimit: to }).where(eq(feeSettings.institutionId, institutionId));
  await record(tx, actor, 'fees.setLimit', {
    institutionId,
    summary: `set what one person may take off debts alone in a term to ${moneyOf(actor, institutionId, to)}`,
    details: { changes: { limit: { from, to } } },
  });
}
