import type { Actor } from './actor.ts';
import { query, type Tx } from './database.ts';
import { ConfirmFirst } from './errors.ts';

/** How long a password or code confirms sensitive actions. */
const confirmMinutes = 10;

const statement = {
  name: 'confirmed',
  // A time in the future was written before the clock was set back.
  text: `select s.confirmed_at between now() - make_interval(mins => $2) and now() + interval '1 minute' as "isFresh",
    exists (select from credentials c where c.account_id = s.account_id and c.totp_confirmed_at is not null) as "hasCode"
    from sessions s where s.token_hash = $1`,
};

/**
 * Asks the user to confirm before a sensitive action, unless this session did so recently. It reads the database in the
 * action's transaction rather than the cached actor. Work without a session needs no confirmation.
 */
export async function requireConfirmed(tx: Tx, actor: Actor): Promise<void> {
  if (!actor.token) return;
  const [session] = await query<{ isFresh: boolean; hasCode: boolean }>(tx, {
    ...statement,
    values: [actor.token, confirmMinutes],
  });
  if (!session?.isFresh) throw new ConfirmFirst(session?.hasCode ? 'code' : 'password');
}
