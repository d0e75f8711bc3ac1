import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, checkbox, id } from '#kernel/schemas.ts';
import { onlineSettings } from '../gateways.schema.ts';
import { lockSettings } from './online-settings.ts';

export const OnlineTerms = z.object({
  institution_id: id,
  minimum: amount('The minimum').refine((minor) => minor >= 100, 'Enter at least 1.00.'),
  gives_accounts: checkbox,
});

/** The least that families pay at once, and whether they can ask for a bank account of the child's own. */
export async function setTerms(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, minimum, gives_accounts: givesAccounts }: z.output<typeof OnlineTerms>,
): Promise<void> {
  allow(actor, 'payments.settings', institutionId);
  await lockSettings(tx, institutionId);
  await tx
    .update(onlineSettings)
    .set({ minimum, givesAccounts })
    .where(eq(onlineSettings.institutionId, institutionId));
  const { currency } = membershipIn(actor, institutionId)!;
  await record(tx, actor, 'payments.onlineTerms', {
    institutionId,
    summary: `set the minimum online payment to ${formatMoney({ minor: minimum, currency })}, bank accounts for students ${givesAccounts ? 'on' : 'off'}`,
  });
}
