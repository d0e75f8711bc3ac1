import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotStart } from '#kernel/cannot-start.ts';
import { holderIn } from '#kernel/postgres/claim.ts';
import { ownerPassword, ownerUrlOf } from '#kernel/postgres/cluster.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { answers, socketFolder } from '#kernel/postgres/socket.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';

interface Where {
  databaseUrl?: string;
  dataFolder: string;
}

interface Opened {
  ownerUrl: string;
  close(): Promise<void>;
}

/**
 * The database to read: an external PostgreSQL, the built-in one if it is running, or the built-in one started for this
 * command.
 */
export async function openDatabase({ databaseUrl, dataFolder }: Where, log: (line: string) => void): Promise<Opened> {
  if (databaseUrl) return { ownerUrl: databaseUrl, close: async () => {} };
  if (holderIn(dataFolder)) return { ownerUrl: await runningPostgres(dataFolder), close: async () => {} };
  if (!['postgres.place', 'postgres/data'].some((name) => existsSync(join(dataFolder, name))))
    throw new CannotStart(`There is no database in ${dataFolder}. Set AKADA_DATA to the folder that holds it.`);
  return openAlone({ dataFolder }, log);
}

/** Opens the database exclusively: refused while Akada runs on the data folder. */
export async function openAlone({ databaseUrl, dataFolder }: Where, log: (line: string) => void): Promise<Opened> {
  if (databaseUrl) return { ownerUrl: databaseUrl, close: async () => {} };
  const postgres = await startPostgres({ dataFolder, log });
  return { ownerUrl: postgres.ownerUrl, close: () => postgres.stop() };
}

async function runningPostgres(dataFolder: string): Promise<string> {
  // It may be starting or restarting.
  for (let tries = 0; tries < 100; tries += 1) {
    if (existsSync(join(dataFolder, 'postgres.place'))) {
      const place = findPlace(dataFolder);
      const socket = socketFolder(place);
      if (await answers(socket)) return ownerUrlOf(ownerPassword(dataFolder, false), socket);
    }
    await wait(100);
  }
  throw new CannotStart(`Akada runs on ${dataFolder}, but its PostgreSQL does not answer. Try again in a minute.`);
}
