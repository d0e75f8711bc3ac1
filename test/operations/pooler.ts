import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { asRole, passwordIn } from '#kernel/postgres/address.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { migrate } from '#kernel/migrate.ts';
import { socketFolder } from '#kernel/postgres/socket.ts';
import { ownPostgres } from '#test/faults/own-postgres.ts';
import { install, makeFolder } from '#test/faults/site.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { withClient } from '#test/harness/client.ts';
import { openDesks, smallDemonstration, until } from './desks.ts';
import { freePort } from './free-port.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'pooler';

const [, major = 0, minor = 0] =
  /(\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version']).stdout?.toString() ?? '') ?? [];
const version = Number(major) * 100 + Number(minor);

/** Behind PgBouncer with deploy/pgbouncer.ini; an old one, which loses prepared statements, is refused. */
export async function run() {
  const { outcome, check } = gather();
  if (version === 0) {
    check(true, 'skipped: PgBouncer is not installed');
    return outcome;
  }
  const [postgres, dataFolder, port] = [await ownPostgres(), makeFolder(), await freePort()];
  // As the head of deploy/pgbouncer.ini says: the roles first, straight to PostgreSQL.
  const secret = Buffer.alloc(32, 7);
  await migrate(postgres.ownerUrl, { secret });
  const pooler = startPooler(dataFolder, postgres, port);
  const [pooled, pooledApp] = [postgres.ownerUrl, appUrlOf(postgres.ownerUrl)].map((url, at) =>
    asRole(`postgres://127.0.0.1:${port}/akada`, at === 0 ? 'akada' : 'akada_app', passwordIn(url)),
  );
  const site = install({
    dataFolder: join(dataFolder, 'data'),
    databaseUrl: pooled!,
    nodeArgs: smallDemonstration,
    env: { DATABASE_APP_URL: pooledApp!, AKADA_SECRET: secret.toString('hex') },
  });
  try {
    const isUp = await until(() => withClient(pooledApp!, async () => true), 20_000);
    check(isUp, 'PgBouncer accepts akada_app', pooler.said());
    const started = await site.start().catch((error: Error) => error);
    if (version < 121) {
      const isRefused = started instanceof Error && started.message.includes('loses prepared statements');
      check(isRefused, `PgBouncer ${major}.${minor} is refused at the start, with what to use instead`, started);
      return outcome;
    }
    if (started instanceof Error) throw started;
    const desks = await openDesks(site, started);
    desks.work();
    await wait(5000);
    await desks.rest();
    const { notes } = desks;
    check(notes.odd.length + notes.unanswered === 0, 'people work through it', [...notes.odd, ...notes.broken]);
    const lost = await desks.lost(postgres.ownerUrl);
    check(lost.length === 0 && notes.acknowledged > 0, 'each acknowledged save is there once', lost);
    return outcome;
  } finally {
    await site.end('SIGKILL');
    pooler.end();
    await postgres.remove();
    removeFolder(dataFolder);
  }
}

function startPooler(folder: string, { dataFolder, ownerUrl }: { dataFolder: string; ownerUrl: string }, port: number) {
  const { user, ...place } = findPlace(dataFolder);
  const users = join(folder, 'userlist.txt');
  const password = (url: string) => passwordIn(url);
  writeFileSync(users, `"akada" "${password(ownerUrl)}"\n"akada_app" "${password(appUrlOf(ownerUrl))}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  const config = readFileSync(resolve('deploy/pgbouncer.ini'), 'utf8')
    .replace('host=127.0.0.1 port=5432', `host=${socketFolder({ ...place, ...(user && { user }) })}`)
    .replace(
      'listen_port = 6432',
      `listen_port = ${port}\nunix_socket_dir =\nignore_startup_parameters = extra_float_digits`,
    )
    .replace(/auth_file = .*/, `auth_file = ${users}`);
  // It knows the setting from 1.21 on.
  writeFileSync(file, version < 121 ? config.replace(/^max_prepared_statements.*$/m, '') : config);
  for (const one of [users, file]) {
    chmodSync(one, 0o600);
    if (user) chownSync(one, user.uid, user.gid);
  }
  const child = spawn('pgbouncer', [file], { uid: user?.uid, gid: user?.gid, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  process.once('exit', () => child.kill('SIGKILL'));
  return { said: () => said, end: () => child.kill('SIGKILL') };
}

if (import.meta.main) await runAlone({ name, run });
