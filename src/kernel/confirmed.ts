import type { Actor } from './actor.ts';
import { rows, type Tx } from './database.ts';
import { ConfirmFirst } from './errors.ts';

/** For so long after the password or code nobody is asked again. */
export const confirmMinutes = 10;

const statement = {
  name: 'confirmed',
  // A time that has not come yet was written before the clock was set back.
  text: `select s.confirmed_at between now() - make_interval(mins => $2) and now() + interval '1 minute' as "isFresh",
    exists (select from credentials c where c.account_id = s.account_id and c.totp_confirmed_at is not null) as "hasCode"
    from sessions s where s.token_hash = $1`,
};

/**
 * Asks who sits at the keyboard before a sensitive act, unless this session has said so lately. It reads the database in
 * the transaction of the act: what is remembered of a person does not count. Work without a session is not asked.
 */
export async function requireConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (!actor.token) return;
  const [session] = await rows<{ isFresh: boolean; hasCode: boolean }>(tx, statement, [actor.token, confirmMinutes]);
  if (!session?.isFresh) throw new ConfirmFirst(session?.hasCode ? 'code' : 'password');
}
