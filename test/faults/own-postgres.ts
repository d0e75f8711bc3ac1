import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries } from '#kernel/postgres/binaries.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn, processesIn, signal } from '#kernel/postgres/processes.ts';
import { settings } from '#kernel/postgres/launch.ts';
import { socketFolder } from '#kernel/postgres/socket.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { makeFolder, ownerUrlOf } from '#test/faults/site.ts';

export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>;

interface Options {
  env?: Record<string, string>;
  /** Beside those of the built-in one. */
  more?: Record<string, string | number>;
}

/** A PostgreSQL beside the server, as DATABASE_URL names one: nobody supervises it. */
export async function ownPostgres({ env = {}, more = {} }: Options = {}) {
  const dataFolder = makeFolder();
  // Made as the product makes its own.
  await (await startPostgres({ dataFolder })).stop();
  const place = findPlace(dataFolder);
  const { postgres } = await findBinaries(place.home, place.user);
  const ownerUrl = ownerUrlOf(dataFolder);
  let child: ChildProcess | undefined;

  async function start() {
    const output = openSync(join(dataFolder, 'postgres.log'), 'a', 0o600);
    const own = Object.entries(more).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [postgres, '-D', place.data, ...settings({ durable: true, socket: socketFolder(place) }), ...own];
    // On Linux it goes when we are killed.
    const [program = '', ...args] =
      process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'INT', ...command] : command;
    child = spawn(program, args, {
      uid: place.user?.uid,
      gid: place.user?.gid,
      cwd: place.data,
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    for (const end = Date.now() + 300_000; Date.now() < end; await wait(20)) {
      if (await withClient(ownerUrl, (client) => client.query('select 1')).catch(() => false)) return;
    }
    throw new Error('The PostgreSQL of the test does not start.');
  }

  // The postmaster first: it shall not notice that its children do not answer.
  const all = (name: NodeJS.Signals) => [child!.pid!, ...processesIn(place.data)].forEach((pid) => signal(pid, name));

  await start();
  return {
    ownerUrl,
    dataFolder,
    start,
    async stop() {
      const gone = new Promise((done) => child!.once('exit', done));
      signal(child!.pid!, 'SIGINT');
      await gone;
    },
    /** The last lines of its log. */
    said: () => readFileSync(join(dataFolder, 'postgres.log'), 'utf8').slice(-1500),
    freeze: () => all('SIGSTOP'),
    thaw: () => all('SIGCONT'),
    async remove() {
      if (child) all('SIGCONT');
      await endProcessesIn(place.data);
      removeFolder(dataFolder);
    },
  };
}
