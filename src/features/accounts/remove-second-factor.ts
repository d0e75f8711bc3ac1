import { eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { credentials, recoveryCodes } from './accounts.schema.ts';

/** Forgets the app's secret and the recovery codes. */
export async function clearSecondFactor(tx: Tx, accountId: number): Promise<void> {
  await tx.update(credentials).set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null }).where(eq(credentials.accountId, accountId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}
