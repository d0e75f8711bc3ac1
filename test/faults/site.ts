import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerPassword } from '#kernel/postgres/cluster.ts';
import { readIfThere } from '#kernel/postgres/files.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn, signal } from '#kernel/postgres/processes.ts';
import { socketFolder } from '#kernel/postgres/socket.ts';
import { memory } from '#test/harness/memory.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { server } from '../../bin/bootstrap.mjs';

export type Site = ReturnType<typeof install>;

interface Options {
  /** One that is there already, or shared by several servers; it is then not removed. */
  dataFolder?: string;
  /** A PostgreSQL of the test's own instead of the built-in one. */
  databaseUrl?: string;
  /** A checkout whose server is run. */
  root?: string;
  nodeArgs?: string[];
  /** Stands before the command, such as to limit its memory. */
  inside?: string[];
  env?: Record<string, string>;
}

// A first start loads the demonstration, which takes long while others use the machine.
const startsWithin = 300_000;

/** A folder that PostgreSQL's own user may pass through. */
export function makeFolder(parent = memory()) {
  const folder = mkdtempSync(join(parent, 'akada-faults-'));
  chmodSync(folder, 0o711);
  // Also when Ctrl-C ends us: the servers notice it, and PostgreSQL with them.
  process.once('exit', () => removeFolder(folder));
  return folder;
}

/** An installation of its own under the temporary folder: the real server with its durable PostgreSQL, to be killed. */
export function install(options: Options = {}) {
  const {
    dataFolder: given,
    databaseUrl = '',
    root = resolve('.'),
    nodeArgs = [],
    inside = [],
    env: more = {},
  } = options;
  const dataFolder = given ?? makeFolder();
  let child: ChildProcess | undefined;
  let url = '';
  let said = '';
  let before = '';
  let ended: Promise<never>;

  async function start() {
    before += said;
    said = '';
    const env = {
      ...process.env,
      ...server.env('production'),
      NODE_ENV: 'production',
      AKADA_DATA: dataFolder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      DATABASE_APP_URL: '',
      // Each clerk comes from an address of his own, and no manager makes the public one known.
      TRUST_PROXY: 'yes',
      PUBLIC_URL: 'http://127.0.0.1',
      AKADA_DRAIN_SECONDS: '1',
      AKADA_PROCESSES: '1',
      ...more,
    };
    // The channel tells the server when we end without a word.
    // What nodeArgs replace are modules of the sources.
    const program = nodeArgs.length ? server.source : server.program;
    const [command = '', ...args] = [...inside, process.execPath, ...server.flags, ...nodeArgs, program, '--demo'];
    child = spawn(command, args, {
      env,
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    ended = new Promise<never>((_, refuse) =>
      child!.once('exit', (code, by) => refuse(new Error(`The server ended (${code ?? by}):\n${said}`))),
    );
    ended.catch(() => {});
    const ready = async () => {
      for (const end = Date.now() + startsWithin; Date.now() < end; await wait(20)) {
        url = /Akada is ready: (\S+)/.exec(said)?.[1] ?? '';
        if (url) return said;
      }
      throw new Error(`The server did not start within ${startsWithin / 1000} s:\n${said}`);
    };
    return Promise.race([ready(), ended]);
  }

  const isReady = async () =>
    (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => null))?.ok ?? false;

  /** Until pages and the database answer again: at once, or when a killed PostgreSQL is back. */
  async function heal(within = startsWithin) {
    const ready = async () => {
      for (const end = Date.now() + within; Date.now() < end; await wait(50)) if (await isReady()) return;
      throw new Error(`The server did not recover within ${within / 1000} s:\n${said}`);
    };
    await Promise.race([ready(), ended]);
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  /** Ends the server and waits for it; says with which code it ended. */
  async function end(how: NodeJS.Signals) {
    if (!isRunning()) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((done) => child!.once('exit', (code) => done(code)));
    child!.kill(how);
    return gone;
  }

  const postmaster = () => Number(readIfThere(join(findPlace(dataFolder).data, 'postmaster.pid'))?.split('\n')[0]);

  return {
    dataFolder,
    get url() {
      return url;
    },
    get pid() {
      return child!.pid!;
    },
    /** What the running server has printed. */
    get said() {
      return said;
    },
    /** What the servers logged about a request. */
    logOf: (requestId: string) => (before + said).split('\n').filter((line) => line.includes(requestId)),
    start,
    heal,
    isReady,
    isRunning,
    end,
    /** Kills the postmaster of the built-in PostgreSQL and waits until there is another. */
    async killPostgres() {
      const killed = postmaster();
      signal(killed, 'SIGKILL');
      while (isRunning() && postmaster() === killed) await wait(10);
    },
    ownerUrl: () => databaseUrl || ownerUrlOf(dataFolder),
    /** Ends all of it, in whatever state it is, and leaves no trace. */
    async remove() {
      if (child) await end('SIGKILL');
      if (given) return;
      await endProcessesIn(join(dataFolder, 'postgres/data'));
      if (!databaseUrl) await endProcessesIn(findPlace(dataFolder).data);
      removeFolder(dataFolder);
    },
  };
}

export const ownerUrlOf = (dataFolder: string) =>
  `postgres://akada:${ownerPassword(dataFolder, false)}@/akada?host=${encodeURIComponent(socketFolder(findPlace(dataFolder)))}`;
