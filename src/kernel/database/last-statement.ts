import type { Db } from '../database.ts';

type Statement = () => Promise<unknown>;

const statements = new WeakMap<Db, Statement[]>();

/**
 * Sends a statement together with the commit: what it locks is held for no round trip. For a counter that everybody
 * takes numbers from. If it fails, so does the transaction.
 */
export function lastly(tx: Db, statement: Statement): void {
  statements.set(tx, [...(statements.get(tx) ?? []), statement]);
}

export const sendLast = (tx: Db): Promise<unknown>[] => (statements.get(tx) ?? []).map((send) => send());
