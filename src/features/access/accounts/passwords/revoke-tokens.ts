import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { credentials } from '#kernel/identity.schema.ts';

/** The kind of link or code in a message that gives access to an account. */
export type TokenKind = 'invitation' | 'reset';

const words = {
  used: 'This message contained a link or code that has been used.',
  replaced: 'This message contained a link or code that has been replaced by a newer one.',
  revoked: 'This message contained a link or code that no longer works.',
};

/**
 * Deletes an account's links and codes and removes them from the messages that carried them. Returns whether there were
 * any.
 */
export async function revokeTokens(
  tx: Tx,
  accountId: number,
  why: keyof typeof words,
  kinds: TokenKind[] = ['invitation', 'reset'],
): Promise<boolean> {
  const closed = await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), inArray(oneTimeTokens.kind, kinds)));
  await tx.execute(sql`select akada_close_messages(${accountId}, ${sql.param(kinds)}::text[], ${words[why]})`);
  return (closed.rowCount ?? 0) > 0;
}

/** Sets the password and revokes links and codes that could set another. */
export async function setPassword(tx: Tx, accountId: number, passwordHash: string): Promise<void> {
  const changed = { passwordHash, passwordChangedAt: sql`now()` };
  await tx
    .insert(credentials)
    .values({ accountId, ...changed })
    .onConflictDoUpdate({ target: credentials.accountId, set: changed });
  await revokeTokens(tx, accountId, 'used');
}
