import { existsSync, rmdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isFull } from '#kernel/disk.ts';
import { findBinaries } from '#kernel/postgres/binaries.ts';
import { claim } from '#kernel/postgres/claim.ts';
import { createCluster, ownerPassword, ownerUrlOf } from '#kernel/postgres/cluster.ts';
import { removeQuietly } from '#kernel/postgres/files.ts';
import { launch, type PostgresProcess } from '#kernel/postgres/launch.ts';
import { explain, NoRoom } from '#kernel/postgres/trouble.ts';
import { findPlace, rememberPlace, type Place } from '#kernel/postgres/place.ts';
import { endProcessesIn, processesIn } from '#kernel/postgres/processes.ts';
import { clearSocket, socketFolder, answers } from '#kernel/postgres/socket.ts';
import { CannotStart } from '#kernel/cannot-start.ts';

export interface EmbeddedPostgres {
  ownerUrl: string;
  /** Where its data and socket are. */
  home: string;
  /** The current postmaster; it is replaced if it is killed. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface Options {
  dataFolder: string;
  /** False only in tests: nothing is flushed to disk. */
  durable?: boolean;
  log?: (line: string) => void;
  /** How many connections clients may need, if those are many. */
  connections?: number;
  /** A drill's, beside the one that the school uses: it takes little memory. */
  isBeside?: boolean;
  /** What else a start does, begun once PostgreSQL is on its way. */
  meanwhile?: () => unknown;
}

/** Starts the PostgreSQL of this data folder and keeps it running until stopped. */
export async function startPostgres({
  dataFolder,
  durable = true,
  log = () => {},
  connections = 0,
  isBeside = false,
  meanwhile = () => {},
}: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new CannotStart('The built-in PostgreSQL does not run on Windows. Use WSL, or set DATABASE_URL.');
  }
  try {
    const release = await claim(dataFolder);
    try {
      return await start({ dataFolder, durable, log, connections, isBeside, meanwhile }, release);
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw explain(`${error.code}: ${error.message}`, dataFolder);
    throw error;
  }
}

async function start(options: Required<Options>, release: () => void) {
  const { dataFolder, durable, log, connections, isBeside, meanwhile } = options;
  const place = findPlace(dataFolder);
  const binaries = await findBinaries(place.home, place.user);
  const password = ownerPassword(dataFolder, place.isNew);
  const socket = socketFolder(place);
  await clearAway(place, socket, log);
  if (place.isNew) {
    createCluster(place, binaries, password, durable);
    if (!place.home.startsWith(dataFolder)) {
      log(`PostgreSQL's user cannot reach ${dataFolder}: the database lives in ${place.home}.`);
    }
  }
  if (!existsSync(join(dataFolder, 'postgres.place'))) rememberPlace(dataFolder, place);
  const ownerUrl = ownerUrlOf(password, socket);
  const logFile = freshLog(dataFolder);
  const launchAgain = (also?: () => unknown) =>
    launch({ binaries, place, socket, durable, ownerUrl, logFile, connections, isBeside, meanwhile: also });

  let stopping = false;
  let failures = 0;
  let running = await launchAgain(meanwhile);
  watch(running);
  process.once('exit', endNow);

  // A killed postmaster is restarted; one that dies immediately again and again needs a person.
  function watch(current: PostgresProcess) {
    const since = performance.now();
    void current.exited.then(async () => {
      if (stopping) return;
      log(`PostgreSQL ended unexpectedly; starting it again (its log: ${logFile}).`);
      failures = performance.now() - since > 1000 ? 1 : failures + 1;
      try {
        await startAgain();
      } catch (error) {
        if (stopping) return;
        process.exitCode = 1;
        log(`PostgreSQL cannot be started again: ${(error as Error).message}`);
        process.kill(process.pid, 'SIGTERM');
      }
    });
  }

  async function startAgain(): Promise<void> {
    await roomAgain();
    if (failures > 5) throw new Error('it ended again and again');
    if (stopping) return;
    try {
      await clearAway(place, socket, () => {});
      if (stopping) return;
      running = await launchAgain();
    } catch (error) {
      // Recovery writes a checkpoint and new log segments, so it may need more space than we check for.
      if (stopping || !(error instanceof NoRoom)) throw error;
      await wait(2000);
      return startAgain();
    }
    watch(running);
  }

  // On a full disk it would stop immediately, again and again, until someone frees space.
  async function roomAgain() {
    if (!isFull(place.home)) return;
    log(`The disk that holds ${place.home} is full. PostgreSQL starts again when there is space.`);
    failures = 0;
    while (isFull(place.home) && !stopping) await wait(500);
  }

  function endNow() {
    running.interrupt();
  }

  return {
    ownerUrl,
    home: place.home,
    get pid() {
      return running.pid;
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      process.off('exit', endNow);
      running.interrupt();
      await endProcessesIn(place.data);
      clearSocket(socket);
      // A short one in the system's temporary folder is removed with us.
      if (!socket.startsWith(place.home)) removeQuietly(() => rmdirSync(socket));
      release();
    },
  };
}

// After a crash: a PostgreSQL without its Node, then the lock files of the data directory.
async function clearAway({ data, isNew }: Place, socket: string, log: (line: string) => void) {
  if (isNew && !existsSync(data)) return;
  if (processesIn(data).length) log('Stopping a PostgreSQL left running by an earlier start.');
  await endProcessesIn(data);
  if (await answers(socket)) {
    throw new CannotStart(`Another PostgreSQL is using ${data}, perhaps in another container. Stop it first.`);
  }
  rmSync(join(data, 'postmaster.pid'), { force: true });
  clearSocket(socket);
}

function freshLog(dataFolder: string) {
  const file = join(dataFolder, 'postgres.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(file, `${file}.1`);
  return file;
}
