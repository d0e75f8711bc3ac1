import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { credentials } from '#kernel/identity.schema.ts';
import { revokeTokens } from './revoke-tokens.ts';

/** Sets the password and revokes links and codes that could set another. */
export async function setPassword(tx: Tx, accountId: number, passwordHash: string): Promise<void> {
  const changed = { passwordHash, passwordChangedAt: sql`now()` };
  await tx
    .insert(credentials)
    .values({ accountId, ...changed })
    .onConflictDoUpdate({ target: credentials.accountId, set: changed });
  await revokeTokens(tx, accountId, 'used');
}
