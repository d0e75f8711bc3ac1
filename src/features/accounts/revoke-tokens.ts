import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { oneTimeTokens } from './accounts.schema.ts';

/** A link or a code in a message that opens an account's sign-in. */
export type TokenKind = 'invitation' | 'reset';

const words = {
  used: 'This message held a link or code that has been used.',
  replaced: 'This message held a link or code that has been replaced by a newer one.',
  revoked: 'This message held a link or code that no longer works.',
};

/**
 * Deletes the links and codes of an account and takes them out of the messages that carried them. Says whether there
 * were any.
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
