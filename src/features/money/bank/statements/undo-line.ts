import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { line as text } from '#kernel/schemas.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { reverse } from '#features/money/payments/corrections/reverse.ts';
import { recordLine } from './ignore-line.ts';
import { takeBack } from './open-again.ts';
import { lockLines, peekLine } from './take-lines.ts';

export const UndoLine = z.object({ reason: text(300, 'The reason') });

export const undoLineApproval = approvalKind({
  kind: 'payments.undoLine',
  label: 'Bank line',
  permission: 'payments.approve',
  payload: UndoLine.extend({ lineId: z.number() }),
  async act(tx, asker, { lineId, reason }) {
    await undoLine(tx, asker, lineId, { reason }, { isApproved: true });
    return { message: 'The line is open again.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/**
 * Undoes what a line became: it is open again. What it posted is reversed; that changes what a student paid or what the
 * school earned, so a second person agrees. A line that only showed recorded payments is freed at once.
 */
export async function undoLine(
  tx: Tx,
  actor: Actor,
  lineId: number,
  { reason }: z.infer<typeof UndoLine>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const { institutionId, state, paymentId } = await peekLine(tx, actor, lineId);
  if (state === 'received' || state === 'suspense') {
    const done = await reverse(tx, actor, paymentId!, { reason });
    return done instanceof Requested ? done : 'The line is open again.';
  }
  if (state === 'posted') allow(actor, 'payments.reverse', institutionId);
  const [line] = await lockLines(tx, institutionId, [lineId]);
  if (line!.state !== state || (state !== 'matched' && state !== 'posted'))
    throw new Conflict('There is nothing to undo any more. Reload the page.');
  const amount = decimal(line!.amount);
  if (state === 'posted' && !isApproved)
    return requestApproval(tx, actor, undoLineApproval, {
      institutionId,
      subject: { type: 'bankLine', id: lineId },
      payload: { lineId, reason },
      summary: `undo the posting of a line of ${amount} of a bank statement`,
    });
  await takeBack(tx, actor, line!, today(membershipIn(actor, institutionId)!.timeZone));
  await recordLine(tx, actor, line!, 'payments.undoLine', `undid a line of ${amount}`, reason);
  return 'The line is open again.';
}
