import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endProcessesIn, identityOf, processesIn } from '#kernel/postgres/processes.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { withClient } from '#test/harness/client.ts';
import { memory } from '#test/harness/memory.ts';
import { nothingFor } from '#test/harness/time.ts';

const isRoot = process.getuid?.() === 0;
let dataFolder: string;
let running: { stop(): Promise<void> }[];

const start = async (folder = dataFolder, durable = false) => {
  const postgres = await startPostgres({ dataFolder: folder, durable });
  running.push(postgres);
  return postgres;
};
const query = ({ ownerUrl }: { ownerUrl: string }, sql: string) =>
  withClient(ownerUrl, async (client) => (await client.query(sql)).rows);
const data = () => join(dataFolder, 'postgres/data');

/** A server of its own, to be killed. */
async function startElsewhere(as?: { uid: number; gid: number }) {
  const child = spawn(process.execPath, [resolve('test/harness/run-postgres.ts'), dataFolder], {
    ...as,
    stdio: 'pipe',
  });
  running.push({ stop: async () => void child.kill('SIGKILL') });
  const said = await Promise.race([line(child.stdout), line(child.stderr)]);
  return { child, said, ownerUrl: said };
}

function line(stream: NonNullable<ChildProcess['stdout']>) {
  return new Promise<string>((done) => void stream.once('data', (chunk: Buffer) => done(chunk.toString().trim())));
}

async function gone(pid: number) {
  while (identityOf(pid)) await wait(20);
}

/** A data folder after a first start and a stop. To create it costs half a second of the processor. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(memory(), 'akada-test-supervisor-'));
  chmodSync(made, 0o711);
  const postgres = await startPostgres({ dataFolder: made, durable: false });
  await postgres.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
const startedBefore = () => expect(spawnSync('cp', ['-a', `${made}/.`, dataFolder]).status).toBe(0);

beforeEach(async () => {
  dataFolder = await mkdtemp(join(memory(), 'akada-test-supervisor-'));
  // As wide as a home directory usually is: the tests below narrow it.
  chmodSync(dataFolder, 0o711);
  running = [];
});
afterEach(async () => {
  for (const postgres of running) await postgres.stop();
  await endProcessesIn(data());
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('the built-in PostgreSQL', () => {
  test('keeps its rows over a stop and a start, and never runs as root', async () => {
    const first = await start();
    await query(first, 'create table kept (id int); insert into kept values (7)');
    if (isRoot) expect(statSync(`/proc/${first.pid}`).uid).not.toBe(0);
    expect(statSync(join(dataFolder, 'postgres.password')).mode & 0o777).toBe(0o600);
    await first.stop();
    expect(processesIn(data())).toEqual([]);
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('lets the next one on its data live', async () => {
    startedBefore();
    await (await start()).stop();
    const next = await start();
    // Longer than a stop waits before it uses force.
    await nothingFor(6000);
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is started again when it is killed, with everything that was acknowledged', async () => {
    startedBefore();
    const postgres = await start(dataFolder, true);
    await query(postgres, 'create table kept (id int); insert into kept values (7)');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    while (postgres.pid === killed) await wait(20);
    expect(await query(postgres, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('ends with a server that is killed, and the next start has its rows', async () => {
    startedBefore();
    const { child, ownerUrl } = await startElsewhere();
    await query({ ownerUrl }, 'create table kept (id int); insert into kept values (7)');
    child.kill('SIGKILL');
    expect(await query(await start(), 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('an orphan that did not end is ended before the next start', async () => {
    startedBefore();
    const { child, ownerUrl } = await startElsewhere();
    const [postmaster = 0] = processesIn(data());
    // A stopped process does not notice that its parent died.
    process.kill(postmaster, 'SIGSTOP');
    child.kill('SIGKILL');
    await gone(child.pid!);
    expect(identityOf(postmaster)).toBeDefined();
    const next = await start();
    expect(identityOf(postmaster)).toBeUndefined();
    expect(next.ownerUrl).toBe(ownerUrl);
  });

  test('a stale pid file and socket lock that name a living stranger do not stop it', async () => {
    startedBefore();
    const first = await start();
    await first.stop();
    const stale = [process.ppid, data(), 1700000000, 5432, join(dataFolder, 'postgres/socket'), '', '', 'ready'];
    writeFileSync(join(data(), 'postmaster.pid'), `${stale.join('\n')}\n`);
    writeFileSync(join(dataFolder, 'postgres/socket/.s.PGSQL.5432.lock'), `${stale.join('\n')}\n`);
    writeFileSync(join(dataFolder, 'running'), '999999 12345');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a second start on the same data is refused, and harms the first in no way', async () => {
    startedBefore();
    const first = await start();
    await expect(start()).rejects.toThrow(`Akada already runs on ${dataFolder} (process ${process.pid})`);
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('data that has gone is an error, never a new empty database', async () => {
    startedBefore();
    rmSync(join(dataFolder, 'postgres'), { recursive: true });
    await expect(start()).rejects.toThrow('should be in');
    expect(existsSync(data())).toBe(false);
  });

  test('a path too long for a socket is no obstacle', async () => {
    const long = join(dataFolder, 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(long, { recursive: true, mode: 0o755 });
    expect(await query(await start(long), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.runIf(isRoot)('for root', () => {
  test('a folder that only root can enter is served from another place, always the same', async () => {
    const closed = join(dataFolder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const inner = join(closed, 'var');
    const first = await start(inner);
    await query(first, 'create table kept (id int)');
    await first.stop();
    const place = readFileSync(join(inner, 'postgres.place'), 'utf8').trim();
    try {
      expect(place).toMatch(/^\/(var\/lib|srv|opt)\/akada\//);
      const second = await start(inner);
      expect(await query(second, 'select * from kept')).toEqual([]);
      await second.stop();
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  test('data of an ordinary user is run as that user', async () => {
    mkdirSync(join(dataFolder, 'postgres'), { mode: 0o700 });
    chownSync(join(dataFolder, 'postgres'), 1, 1);
    const postgres = await start();
    expect(statSync(`/proc/${postgres.pid}`).uid).toBe(1);
  });

  test('an ordinary user starts it as himself', async () => {
    chownSync(dataFolder, 1, 1);
    const { said } = await startElsewhere({ uid: 1, gid: 1 });
    expect(said).toMatch(/^postgres:/);
    expect(statSync(data()).uid).toBe(1);
  });

  test('an ordinary user without access to the data gets a message', async () => {
    startedBefore();
    const { said } = await startElsewhere({ uid: 1, gid: 1 });
    expect(said).toContain('belongs to another user');
  });
});
