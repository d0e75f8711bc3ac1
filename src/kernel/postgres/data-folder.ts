import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '#kernel/postgres/place.ts';
import { endProcessesIn, processesIn } from '#kernel/postgres/processes.ts';
import { answers, clearSocket } from '#kernel/postgres/socket.ts';
import { CannotStart } from '#kernel/cannot-start.ts';

// After a crash: a PostgreSQL without its Node, then the lock files of the data directory.
export async function clearAway({ data, isNew }: Place, socket: string, log: (line: string) => void) {
  if (isNew && !existsSync(data)) return;
  if (processesIn(data).length) log('Stopping a PostgreSQL left running by an earlier start.');
  await endProcessesIn(data);
  if (await answers(socket)) {
    throw new CannotStart(`Another PostgreSQL is using ${data}, perhaps in another container. Stop it first.`);
  }
  rmSync(join(data, 'postmaster.pid'), { force: true });
  clearSocket(socket);
}

export function freshLog(dataFolder: string) {
  const file = join(dataFolder, 'postgres.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(file, `${file}.1`);
  return file;
}
