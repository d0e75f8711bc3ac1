import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsInView, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { usualWaits } from './figures.ts';
import { bankWaits } from './reconciliation.schema.ts';

const days = z.coerce
  .number('Enter a whole number of days.')
  .int('Enter a whole number of days.')
  .min(0, 'Enter 0 days or more.')
  .max(60, 'Enter 60 days or fewer.');

export const SetWaits = z.object({ institution_id: id, transfer: days, pos: days, cheque: days });
export type Waits = { [Channel in keyof typeof usualWaits]: number };

/** After how many days a payment has to be seen at the bank. */
export async function waitsOf(db: Db, actor: Actor, wanted: number | undefined) {
  const [institutionId] = institutionsInView(actor, wanted, 'payments.place');
  if (!institutionId) throw new NotAllowed();
  const [row] = await db
    .select({ transfer: bankWaits.transfer, pos: bankWaits.pos, cheque: bankWaits.cheque })
    .from(bankWaits)
    .where(eq(bankWaits.institutionId, institutionId));
  const waits: Waits = row ?? usualWaits;
  return { institutionId, waits };
}

export async function setWaits(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ...waits }: z.infer<typeof SetWaits>,
): Promise<void> {
  allow(actor, 'payments.place', institutionId);
  await tx
    .insert(bankWaits)
    .values({ institutionId, ...waits })
    .onConflictDoUpdate({ target: bankWaits.institutionId, set: waits });
  await record(tx, actor, 'payments.setBankWaits', {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    summary: 'set after how many days payments have to be seen at the bank',
    details: waits,
  });
}
