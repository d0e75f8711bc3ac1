import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { formatDay, today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { day, id } from '#kernel/schemas.ts';
import { lockBooks, moveClosing } from './books-state.ts';
import { leftOpen } from './left-open.queries.ts';

export const ClosePeriod = z.object({ institutionId: id, through: day });

/** Closes the books until the end of a day. Later corrections of what is before are posted on the day they are made. */
export async function closePeriod(
  tx: Tx,
  actor: Actor,
  { institutionId, through }: z.infer<typeof ClosePeriod>,
): Promise<void> {
  allow(actor, 'ledger.close', institutionId);
  const previous = await lockBooks(tx, institutionId);
  if (through >= today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('through', 'Choose a day before today. Today’s payments are still being posted.');
  if (previous && through <= previous)
    throw new ValidationError(
      'through',
      `The books are already closed until ${formatDay(previous)}. Choose a later day.`,
    );
  const open = await leftOpen(tx, institutionId, through);
  await moveClosing(tx, actor, institutionId, { closedThrough: through, previous, leftOpen: open });
  await record(tx, actor, 'ledger.close', {
    institutionId,
    summary: `closed the books until ${formatDay(through)}`,
    subject: { type: 'ledger', id: institutionId },
    details: { through, previous, open },
  });
}
