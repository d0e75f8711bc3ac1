import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { Services } from '#web/routes.ts';

/** With DATABASE_URL the demonstration and its passwords are loaded only by `--demo`. */
export const beginsEmpty = (args: string[], databaseUrl: string | undefined): boolean =>
  args.includes('--empty') || (!!databaseUrl && !args.includes('--demo'));

/**
 * Fills an empty database at the first start: the demonstration group, or only a set-up link. Returns the lines to
 * print. Without history, the demonstration begins with the current session.
 */
export async function fillWhenEmpty(services: Services, isEmptyWanted: boolean, withHistory = true) {
  const { isEmpty, hasBegun } = await look(services);
  if (!isEmpty) return () => [];
  if (isEmptyWanted || hasBegun) return openSetup(services);
  try {
    return await loadDemoGroup(services, withHistory);
  } catch (error) {
    // If several processes start at once, one loads it and the others stop here.
    const now = await look(services).catch(() => undefined);
    if (now?.isEmpty !== false) throw error;
    return () => [];
  }
}

async function look({ database }: Services) {
  const rows = await database.anonymous((tx) =>
    // An installation that started with the set-up page must not get the demonstration group at the next start.
    query<{ isEmpty: boolean; hasBegun: boolean }>(
      tx,
      render(sql`select akada_is_empty() as "isEmpty",
      exists (select from one_time_tokens where kind = 'setup') as "hasBegun"`),
    ),
  );
  return rows[0]!;
}

async function openSetup(services: Services) {
  const { prepareSetup } = await import('#features/access/accounts/setup.ts');
  const token = await prepareSetup(services);
  return (address: string) => [
    'Nothing is here yet. Begin with this address, which works once:',
    `  ${address}/setup?token=${token}`,
  ];
}

async function loadDemoGroup(services: Services, withHistory: boolean) {
  console.log('Loading the demonstration group…');
  const { loadDemo } = await import('./demo.ts');
  const signIns = await loadDemo({ ...services, withHistory });
  const width = (key: 'role' | 'username' | 'password') => Math.max(...signIns.map((signIn) => signIn[key].length));
  const [role, username, password] = [width('role'), width('username'), width('password')];
  return () => [
    'A demonstration group is loaded. Sign in as one of these; the passwords were made for this installation and are shown once:',
    ...signIns.map(
      (one) =>
        `  ${one.role.padEnd(role)}  ${one.username.padEnd(username)}  ${one.password.padEnd(password)}  ${one.institution}`,
    ),
  ];
}
