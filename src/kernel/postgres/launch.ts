import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isSmall, megabytes } from '#kernel/memory.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import type { Binaries } from '#kernel/postgres/binaries.ts';
import type { Place } from '#kernel/postgres/place.ts';
import { signal } from '#kernel/postgres/processes.ts';
import { explain } from '#kernel/postgres/trouble.ts';

export interface PostgresProcess {
  pid: number;
  exited: Promise<void>;
  interrupt(): void;
}

interface Launch {
  binaries: Binaries;
  place: Place;
  socket: string;
  durable: boolean;
  ownerUrl: string;
  logFile: string;
  connections: number;
  isBeside: boolean;
  meanwhile?: (() => unknown) | undefined;
}

/** Starts postgres and returns when it accepts connections to our database. */
export async function launch(wanted: Launch): Promise<PostgresProcess> {
  const { binaries, place, durable, socket, connections, isBeside, ownerUrl, logFile, meanwhile } = wanted;
  const output = openSync(logFile, 'a', 0o600);
  const before = statSync(logFile).size;
  const command = [binaries.postgres, '-D', place.data, ...settings({ durable, socket, connections, isBeside })];
  const [program = '', ...args] = diesWithUs() ? ['setpriv', '--pdeathsig', 'INT', ...command] : command;
  const child = spawn(program, args, {
    uid: place.user?.uid,
    gid: place.user?.gid,
    cwd: place.data,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
    // In its own process group, so that Ctrl-C in the terminal reaches only us and requests can finish first.
    detached: true,
  });
  closeSync(output);
  void meanwhile?.();
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => resolve(void (ended = true));
    child.once('exit', end).once('error', end);
  });
  const pid = child.pid ?? 0;
  const interrupt = () => void (ended || signal(pid, 'SIGINT'));
  try {
    // Recovery after a crash can take a while, so we wait as long as the postmaster is alive.
    while (!(await isReady(ownerUrl))) {
      if (ended) throw explain(readFileSync(logFile).subarray(before).toString(), place.home);
      await Promise.race([exited, wait(10)]);
    }
  } catch (error) {
    interrupt();
    throw error;
  }
  return { pid, exited, interrupt };
}

async function isReady(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '3D000') await createDatabase(ownerUrl);
    else if (code === '28P01')
      throw new CannotStart(
        'The database does not accept the password in postgres.password. Restore both from the same backup.',
      );
    else if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', undefined].includes(code)) throw error;
    return code === '3D000';
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(ownerUrl: string) {
  const client = new pg.Client({ connectionString: inDatabase(ownerUrl, 'postgres') });
  await client.connect();
  try {
    await client.query('create database akada');
  } finally {
    await client.end();
  }
}

// On Linux PostgreSQL gets a signal when we are killed. Elsewhere the next start ends the orphan.
function diesWithUs() {
  return process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'keep', 'true']).status === 0;
}

const always = {
  listen_addresses: '',
  max_connections: 60,
  // A restore makes all tables, indexes and keys in one transaction, each with its lock.
  max_locks_per_transaction: 256,
  shared_buffers: isSmall ? '64MB' : '256MB',
  effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  work_mem: '8MB',
  maintenance_work_mem: isSmall ? '32MB' : '64MB',
  random_page_cost: 1.1,
  // Our queries are short: JIT and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Values in the log would be personal data.
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // Neither statements nor their errors: those repeat the value that is refused.
  log_min_messages: 'log',
};

const forTests = {
  max_connections: 200,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '2GB',
  // Test databases are dropped before they need it.
  autovacuum: 'off',
  // By default a client computes 4,096 hashes per connection.
  scram_iterations: 1,
};

/** Its tables are written and read once. */
const forDrill = { shared_buffers: '16MB' };

interface Settings {
  durable: boolean;
  socket: string;
  /** How many clients may need, if those are many. */
  connections?: number;
  isBeside?: boolean;
}

/** Settings as arguments of postgres, so that a new version of Akada applies its own to old data. */
export function settings({ durable, socket, connections = 0, isBeside }: Settings) {
  const all = { ...always, ...(durable ? {} : forTests), ...(isBeside && forDrill), unix_socket_directories: socket };
  all.max_connections = Math.max(all.max_connections, connections);
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
