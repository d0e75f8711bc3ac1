import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { id, line, optionalDay } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { lockBooks, moveClosing } from './books-state.ts';

/** Until when the books stay closed; empty opens them all. */
export const ReopenPeriod = z.object({ institutionId: id, through: optionalDay, reason: line(300, 'The reason') });
type Reopen = z.infer<typeof ReopenPeriod>;

export const reopenApproval = approvalKind({
  kind: 'ledger.reopen',
  label: 'Reopened period',
  permission: 'ledger.approve',
  payload: ReopenPeriod.extend({ previous: z.string() }),
  async act(tx, asker, { previous, ...input }, { decider }) {
    const { institutionId, through, reason } = input;
    if ((await lockReopenable(tx, asker, input)) !== previous)
      throw new Conflict('The books were closed or reopened meanwhile. Decline this, and ask again.');
    await moveClosing(tx, asker, institutionId, {
      closedThrough: through,
      previous,
      reason,
      approvedBy: decider.accountId,
    });
    await record(tx, asker, 'ledger.reopen', {
      institutionId,
      summary: `reopened the books ${since(through)}`,
      subject: { type: 'ledger', id: institutionId },
      details: { through, previous, reason, approvedBy: decider.name },
    });
    return { message: `The books are open again ${since(through)}.` };
  },
  details: (_reader, { previous, reason }) => [
    ['Closed until', formatDay(previous)],
    ['Reason', reason],
  ],
});

const since = (through: Day | null) => (through ? `after ${formatDay(through)}` : 'from the beginning');

/** Asks a second person to reopen closed days. */
export async function reopenPeriod(tx: Tx, actor: Actor, input: Reopen): Promise<Requested> {
  const { institutionId, through } = input;
  const previous = await lockReopenable(tx, actor, input);
  return requestApproval(tx, actor, reopenApproval, {
    institutionId,
    subject: { type: 'ledger', id: institutionId },
    payload: { ...input, previous },
    about: 'reopen',
    summary: `reopen the books ${since(through)}`,
  });
}

async function lockReopenable(tx: Tx, actor: Actor, { institutionId, through }: Reopen): Promise<Day> {
  allow(actor, 'ledger.close', institutionId);
  const closed = await lockBooks(tx, institutionId);
  if (!closed) throw new Conflict('The books are not closed.');
  if (through && through >= closed)
    throw new ValidationError('through', `The books are closed until ${formatDay(closed)}. Choose an earlier day.`);
  return closed;
}
