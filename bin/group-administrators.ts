import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { openDatabase } from './backup/open-database.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect, query, type Tx } from '#kernel/database.ts';
import { readEnvironment } from '#kernel/environment.ts';

interface Administrator {
  id: number;
  name: string;
  username: string;
  isDisabled: boolean;
}

const usage = 'Run npm run akada -- group-administrators, with --add or --remove and a username to change them.';

/** `akada group-administrators`: lists the accounts with all permissions in all institutions, adds one or removes one. */
export async function groupAdministrators(args: string[]) {
  const [act, username, more] = args;
  if (act !== undefined && (!['--add', '--remove'].includes(act) || !username || more)) throw new CannotStart(usage);
  const opened = await openDatabase(readEnvironment(), console.log);
  try {
    const database = connect({ url: opened.ownerUrl, max: 1 });
    try {
      const institutions = await database.anonymous((tx) =>
        query<{ id: number }>(tx, sql`select id from institutions order by id`),
      );
      const ids = institutions.map(({ id }) => id);
      if (ids.length === 0) throw new CannotStart('Akada is not set up yet. Run npm run akada -- setup-link first.');
      await database.asSystem(ids, async (tx) => {
        if (act) await change(tx, ids, username!.toLowerCase(), act === '--add');
        say(await administrators(tx));
      });
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

const administrators = (tx: Tx) =>
  query<Administrator>(
    tx,
    sql`select id, name, username, disabled_at is not null as "isDisabled" from accounts where is_group_administrator order by username`,
  );

function say(people: Administrator[]) {
  if (people.length === 0) return console.log('There is no group administrator: each institution has its own owners.');
  const width = Math.max(...people.map(({ username }) => username.length));
  console.log('Group administrators, with all permissions in all institutions:');
  for (const { username, name, isDisabled } of people)
    console.log(`  ${username.padEnd(width)}  ${name}${isDisabled ? ' (disabled)' : ''}`);
}

async function change(tx: Tx, institutionIds: number[], username: string, isAdded: boolean) {
  const [account] = await query<{ id: number; name: string; is: boolean; canSignIn: boolean; isMember: boolean }>(
    tx,
    sql`select a.id, a.name, a.is_group_administrator as is, a.disabled_at is null and exists (select from credentials c
        where c.account_id = a.id and c.password_hash is not null) as "canSignIn",
      exists (select from memberships m where m.account_id = a.id) as "isMember"
      from accounts a where a.username = ${username} for no key update of a`,
  );
  if (!account) throw new CannotStart(`There is no account ${username}. Add the person under Users first.`);
  if (account.is === isAdded)
    throw new CannotStart(`${username} is ${isAdded ? 'already a group administrator' : 'no group administrator'}.`);
  if (isAdded && !account.canSignIn)
    throw new CannotStart(`${username} can’t sign in yet. Let the person accept the invitation first.`);
  const others = (await administrators(tx)).filter(({ id, isDisabled }) => id !== account.id && !isDisabled);
  if (!isAdded && others.length === 0 && institutionIds.length > 1)
    throw new CannotStart(
      `${username} is the only group administrator of several institutions. Add another one first.`,
    );
  if (!isAdded && !account.isMember)
    throw new CannotStart(`${username} has no role in any institution. Add one under Users first.`);
  await tx.execute(sql`update accounts set is_group_administrator = ${isAdded} where id = ${account.id}`);
  await recordMany(
    tx,
    systemActor(institutionIds[0]!, 'Operator of the server'),
    'accounts.groupAdministrator',
    institutionIds.map((institutionId) => ({
      institutionId,
      summary: isAdded ? `made ${username} a group administrator` : `removed ${username} as group administrator`,
      subject: { type: 'account', id: Number(account.id) },
    })),
  );
  console.log(
    isAdded ? `${username} is a group administrator now.` : `${username} is no longer a group administrator.`,
  );
}
