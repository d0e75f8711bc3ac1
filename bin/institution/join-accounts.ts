import type pg from 'pg';
import { quoted } from '../backup/tables.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { arriving } from './collisions.ts';
import type { Named } from './travels.ts';

/** Somebody who has an account here already: what arrives is joined to it. */
interface Joined {
  from: number;
  to: number;
  username: string;
}

/** What of an account arrives beside it. */
export const tablesOfAccounts = ['credentials', 'tours_seen', 'calendar_feeds'];

/** The e-mail addresses and phone numbers that identify an account are verified. */
const samePerson = `(a.signs_in_by_email and h.signs_in_by_email and a.email = h.email
  or a.signs_in_by_phone and h.signs_in_by_phone and a.phone = h.phone)`;

/**
 * Joins arriving accounts to those here that are the same person's, if the operator wishes it. The arriving one stays
 * beside it without a sign-in: the sealed log names its number.
 */
export async function joinAccounts(client: pg.Client, mayJoin: boolean): Promise<Joined[]> {
  await reuseKnown(client);
  const { rows: joined } = await client.query<Joined>(
    `select distinct on (a.id) a.id as "from", h.id as "to", h.username from ${arriving('accounts')} a
       join accounts h on ${samePerson} order by a.id, h.id`,
  );
  if (joined.length === 0) return [];
  if (!mayJoin)
    throw new CannotStart(
      `${joined.length === 1 ? 'One person has' : `${joined.length} people have`} an account here already, with the same verified e-mail address or phone number, such as ${joined[0]!.username}. Ask them whether both are theirs, then add --merge-accounts. Nothing was changed.`,
    );
  const ids = joined.map(({ from }) => from);
  for (const table of tablesOfAccounts)
    await client.query(`delete from ${arriving(table)} where account_id = any($1)`, [ids]);
  await client.query(
    `update ${arriving('accounts')} set signs_in_by_email = false, signs_in_by_phone = false, email = null, phone = null,
       disabled_at = coalesce(disabled_at, now()), home_institution_id = null where id = any($1)`,
    [ids],
  );
  return joined;
}

/** Accounts that came from here, and are the same: their rows are here. */
async function reuseKnown(client: pg.Client) {
  const known = `select a.id from ${arriving('accounts')} a join accounts h on (h.id, h.username, h.created_at) = (a.id, a.username, a.created_at)`;
  // Leaving disabled who belonged to no other institution.
  await client.query(
    `update accounts h set disabled_at = a.disabled_at from ${arriving('accounts')} a where h.id = a.id and h.id in (${known})
       and h.disabled_at is not null and not exists (select from memberships m where m.account_id = h.id)`,
  );
  for (const table of tablesOfAccounts)
    await client.query(`delete from ${arriving(table)} where account_id in (${known})`);
  await client.query(`delete from ${arriving('accounts')} where id in (${known})`);
}

/** Accounts without a sign-in get another username if theirs is taken here: its number is added. */
export const renameSilent = (client: pg.Client) =>
  client.query(
    `update ${arriving('accounts')} a set username = left(a.username, 60) || '-' || a.id
     from accounts h where h.username = a.username and a.disabled_at is not null
       and not exists (select from ${arriving('credentials')} c where c.account_id = a.id)`,
  );

/** Rows of the institution that name a joined account name the one here; the log, which is sealed, keeps its number. */
export async function moveToJoined(client: pg.Client, institutionId: number, joined: Joined[], keys: Named[]) {
  if (joined.length === 0) return;
  const [from, to] = [joined.map((one) => one.from), joined.map((one) => one.to)];
  for (const { table, column } of keys) {
    if (table === 'audit_entries') continue;
    await client.query(
      `update ${quoted(table)} r set ${quoted(column)} = j.to from unnest($2::bigint[], $3::bigint[]) j ("from", "to")
       where r.institution_id = $1 and r.${quoted(column)} = j.from`,
      [institutionId, from, to],
    );
  }
  await client.query('update accounts set access_version = access_version + 1 where id = any($1)', [to]);
}
