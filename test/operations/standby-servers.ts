import { spawn, type ChildProcess } from 'node:child_process';
import {
  readdirSync,
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { asRole, passwordIn } from '#kernel/postgres/address.ts';
import { findBinaries } from '#kernel/postgres/binaries.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn, processesIn, signal } from '#kernel/postgres/processes.ts';
import { settings } from '#kernel/postgres/launch.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { makeFolder } from '#test/faults/site.ts';
import { until } from './desks.ts';
import { freePort } from './free-port.ts';

/** A primary server and a streaming standby of it, as docs/operations.md says, from the binaries of this installation. */
export async function primaryAndStandby() {
  const folder = makeFolder();
  await (await startPostgres({ dataFolder: folder })).stop();
  const { home, data, user } = findPlace(folder);
  const { postgres } = await findBinaries(home, user);
  const password = passwordIn(
    `postgres://akada:${readFileSync(join(folder, 'postgres.password'), 'utf8').trim()}@/akada`,
  );
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  const at = async (name: string, from: string) =>
    serverIn({ data: from, name, home, postgres, user, own, password, port: await freePort() });
  const copy = join(home, 'standby');
  const primary = await at('primary', data);
  const standby = await at('standby', copy);
  appendFileSync(
    join(data, 'pg_hba.conf'),
    `\nhost replication all 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n`,
  );
  await primary.start();
  await primary.ask(`create role replicator replication login password '${password}'`);

  return {
    primary,
    standby,
    /** With pg_basebackup where there is one; these binaries have none, so the folder is copied between two calls. */
    async copyStandby() {
      await withClient(primary.url, async (client) => {
        await client.query(`select pg_backup_start('standby', fast => true)`);
        cpSync(data, copy, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$|pg_wal\/.+/.test(path) });
        const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
          'select * from pg_backup_stop()',
        );
        writeFileSync(join(copy, 'backup_label'), rows[0]!.labelfile);
      });
      mkdirSync(join(copy, 'pg_wal/archive_status'), { recursive: true });
      writeFileSync(join(copy, 'standby.signal'), '');
      const info = `host=127.0.0.1 port=${primary.port} user=replicator password=${password} application_name=standby`;
      appendFileSync(join(copy, 'postgresql.auto.conf'), `\nprimary_conninfo = '${info}'\n`);
      chmodSync(copy, 0o700);
      for (const path of everyFile(copy)) own(path);
    },
    /** Each commit waits for it from now on. */
    async waitForStandby(how: 'on' | 'remote_apply') {
      await primary.ask(`alter system set synchronous_standby_names = 'standby'`);
      await primary.ask(`alter system set synchronous_commit = '${how}'`);
      await primary.ask('select pg_reload_conf()');
    },
    async remove() {
      await primary.kill();
      await standby.kill();
      removeFolder(folder);
    },
  };
}

const everyFile = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
];

interface Place {
  data: string;
  name: string;
  home: string;
  postgres: string;
  user: { uid: number; gid: number } | undefined;
  own: (path: string) => unknown;
  password: string;
  port: number;
}

function serverIn({ data, name, home, postgres, user, own, password, port }: Place) {
  let child: ChildProcess | undefined;
  const url = asRole(`postgres://127.0.0.1:${port}/akada`, 'akada', password);
  const socket = join(home, `socket-${name}`);
  const log = join(home, `${name}.log`);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  own(socket);
  const ask = async <Row extends object>(text: string) =>
    (await withClient(url, (client) => client.query<Row>(text))).rows;
  return {
    url,
    port,
    ask,
    said: () => readFileSync(log, 'utf8').slice(-1500),
    async start() {
      const output = openSync(log, 'a', 0o600);
      const more = [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        'max_connections=100',
        'wal_level=replica',
        'hot_standby=on',
      ];
      const command = [
        postgres,
        '-D',
        data,
        ...settings({ durable: true, socket }),
        ...more.flatMap((one) => ['-c', one]),
      ];
      const [program = '', ...args] =
        process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'INT', ...command] : command;
      child = spawn(program, args, {
        uid: user?.uid,
        gid: user?.gid,
        cwd: data,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      if (!(await until(async () => (await ask('select 1')).length === 1, 60_000)))
        throw new Error(`The ${name} does not start:\n${readFileSync(log, 'utf8').slice(-1500)}`);
    },
    /** kill -9 of all of it at once, as a machine that loses its power. */
    async kill() {
      if (!child) return;
      for (const pid of [child.pid!, ...processesIn(data)]) signal(pid, 'SIGKILL');
      await endProcessesIn(data);
      rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    pause: () => [child!.pid!, ...processesIn(data)].forEach((pid) => signal(pid, 'SIGSTOP')),
    resume: () => [child!.pid!, ...processesIn(data)].forEach((pid) => signal(pid, 'SIGCONT')),
  };
}
