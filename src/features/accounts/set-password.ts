import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { credentials } from './accounts.schema.ts';
import { revokeTokens } from './revoke-tokens.ts';

/** The new password counts from now on; links and codes that could set another no longer do. */
export async function setPassword(tx: Tx, accountId: number, passwordHash: string): Promise<void> {
  const changed = { passwordHash, passwordChangedAt: sql`now()` };
  await tx
    .insert(credentials)
    .values({ accountId, ...changed })
    .onConflictDoUpdate({ target: credentials.accountId, set: changed });
  await revokeTokens(tx, accountId, 'used');
}
