import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownerPassword } from '#kernel/postgres/cluster.ts';
import { readIfThere } from '#kernel/postgres/files.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn, signal } from '#kernel/postgres/processes.ts';
import { socketFolder } from '#kernel/postgres/socket.ts';
import { removeFolder } from '#test/harness/postgres.ts';

export type Victim = 'server' | 'postgres' | 'both';
export type Installation = ReturnType<typeof install>;

const startsWithin = 60_000;

/** An installation of its own under the temporary folder: the real server with its durable PostgreSQL, to be killed. */
export function install() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'akada-faults-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(dataFolder, 0o711);
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
      AKADA_DATA: dataFolder,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      DATABASE_APP_URL: '',
    };
    // The channel tells the server when we end without a word.
    child = spawn(process.execPath, [resolve('src/web/server.ts')], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
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

  /** Until pages and the database answer again: at once, or when a killed PostgreSQL is back. */
  async function heal() {
    for (const end = Date.now() + startsWithin; Date.now() < end; await wait(50)) {
      const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
      if (answer?.ok) return;
    }
    throw new Error(`The server did not recover within ${startsWithin / 1000} s:\n${said}`);
  }

  const postmaster = () => Number(readIfThere(join(findPlace(dataFolder).data, 'postmaster.pid'))?.split('\n')[0]);

  async function killServer() {
    const gone = new Promise((done) => child!.once('exit', done));
    if (child!.exitCode === null && child!.signalCode === null) {
      child!.kill('SIGKILL');
      await gone;
    }
  }

  return {
    get url() {
      return url;
    },
    /** What the running server has printed. */
    get said() {
      return said;
    },
    /** What the servers logged about a request. */
    logOf: (requestId: string) => (before + said).split('\n').filter((line) => line.includes(requestId)),
    start,
    /** Kills without a warning, and comes back when everything works again. */
    async killAndRecover(victim: Victim) {
      const killed = postmaster();
      if (victim !== 'server') signal(killed, 'SIGKILL');
      if (victim !== 'postgres') {
        await killServer();
        await start();
      }
      while (postmaster() === killed) await wait(10);
      await Promise.race([heal(), ended]);
    },
    ownerUrl: () =>
      `postgres://akada:${ownerPassword(dataFolder, false)}@/akada?host=${encodeURIComponent(socketFolder(findPlace(dataFolder)))}`,
    /** Ends all of it, in whatever state it is, and leaves no trace. */
    async remove() {
      if (child) await killServer();
      await endProcessesIn(join(dataFolder, 'postgres/data'));
      await endProcessesIn(findPlace(dataFolder).data);
      removeFolder(dataFolder);
    },
  };
}
