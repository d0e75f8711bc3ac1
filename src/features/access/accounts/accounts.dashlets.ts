import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { countAccounts } from './accounts.list.ts';

/** Users who can see the list of users know how many have not accepted. */
export function countInvited(db: Db, actor: Actor, wanted: number | undefined): Promise<number> {
  const ids = institutionsInView(actor, wanted, 'accounts.view');
  return memoizeForActor(actor, `accounts.invited ${ids.join(' ')}`, () =>
    countAccounts(db, actor, { state: 'invited', institution_id: wanted }),
  );
}

const invitations: ReadyDashlet = {
  key: 'accounts.invited',
  label: 'Invitations not accepted',
  place: 170,
  size: 'small',
  may: ['accounts.view'],
  description: 'Users who were invited and have not set a password yet.',
  async load(db, actor, wanted) {
    const count = await countInvited(db, actor, wanted);
    return { as: 'figure', value: count, href: '/accounts?state=invited' };
  },
};

/** Attempts are counted by a hash of the typed username, from which no name can be read. */
const failed: ReadyDashlet = {
  key: 'accounts.failed',
  label: 'Failed sign-ins',
  place: 190,
  size: 'small',
  may: ['accounts.edit'],
  description: 'Failed sign-ins on this installation in the last 24 hours with no later success.',
  async load(db) {
    const [row] = await query<{ failures: number; names: number; blocked: number }>(db)`
      select coalesce(sum(failures), 0)::int as failures, count(*)::int as names,
        count(*) filter (where blocked_until > now())::int as blocked
      from throttles where key ~ '^sign-in( device)?:' and first_at > now() - interval '1 day'`;
    const { failures, names, blocked } = row!;
    return {
      as: 'figure',
      value: failures,
      ...(failures > 0 && { hint: `With ${names} ${names === 1 ? 'username' : 'usernames'}` }),
      ...(blocked > 0 && { trend: { label: `${blocked} blocked now`, tone: 'bad' } }),
    };
  },
};

export const accountDashlets: readonly ReadyDashlet[] = [invitations, failed];
