import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readIfThere, writePrivately } from '#kernel/postgres/files.ts';
import { handTo, postgresUser, reaches, type SystemUser } from '#kernel/postgres/system-user.ts';

/**
 * Where a PostgreSQL instance lives: `home` contains its data and socket and belongs to `user` (ourselves if
 * undefined).
 */
export interface Place {
  home: string;
  data: string;
  user?: SystemUser;
  isNew: boolean;
}

// Outside the installation, if root runs a clone that no other user can access. All survive a restart of the machine.
const elsewhere = ['/var/lib/akada', '/srv/akada', '/opt/akada'];

/** The place that this data folder has always used, or a suitable one for its first start. */
export function findPlace(dataFolder: string): Place {
  const noted = readIfThere(join(dataFolder, 'postgres.place'));
  const inside = join(dataFolder, 'postgres');
  if (noted !== undefined) return usedPlace(dataFolder, resolve(dataFolder, noted));
  if (existsSync(join(inside, 'data'))) return usedPlace(dataFolder, inside);
  const user = postgresUser(inside);
  const home = reaches(user, dataFolder) ? inside : placeElsewhere(dataFolder, user);
  prepare(home, user);
  return { home, data: join(home, 'data'), user, isNew: true };
}

/** Records the place, so that later starts by any user find the same one. */
export function rememberPlace(dataFolder: string, { home }: Place) {
  const isInside = home === join(dataFolder, 'postgres');
  writePrivately(join(dataFolder, 'postgres.place'), isInside ? 'postgres' : home);
  if (!isInside) writePrivately(join(home, 'belongs-to'), realpathSync(dataFolder));
}

function usedPlace(dataFolder: string, home: string): Place {
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    throw new CannotStart(
      `The database of ${dataFolder} should be in ${data}, but is missing. Put it back (or restore a backup). To start with an empty database, remove ${join(dataFolder, 'postgres.place')}.`,
    );
  }
  if (relative(dataFolder, home).startsWith('..')) refuseCopy(dataFolder, home);
  const user = postgresUser(data);
  if (!reaches(user, home)) {
    throw new CannotStart(
      `User ${user?.name} runs PostgreSQL and can no longer reach ${home}. Allow it to pass through the folders above (chmod o+x).`,
    );
  }
  prepare(home, user);
  return { home, data, user, isNew: false };
}

// Two installations on one database would each take the other's PostgreSQL for an orphan.
function refuseCopy(dataFolder: string, home: string) {
  const owner = readIfThere(join(home, 'belongs-to'));
  if (!owner || owner === realpathSync(dataFolder)) return;
  if (readIfThere(join(owner, 'postgres.place')) === home) {
    throw new CannotStart(
      `${dataFolder} is a copy of ${owner}, and the database of both would be ${home}. Copy that folder too and write its path into ${join(dataFolder, 'postgres.place')}.`,
    );
  }
  writePrivately(join(home, 'belongs-to'), realpathSync(dataFolder));
}

function placeElsewhere(dataFolder: string, user: SystemUser | undefined) {
  for (const folder of elsewhere) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (reaches(user, folder)) return join(folder, randomBytes(6).toString('hex'));
    } catch {
      // Read-only or not ours: try the next one.
    }
  }
  throw new CannotStart(
    `User ${user?.name} runs PostgreSQL and cannot reach ${dataFolder}, nor ${elsewhere.join(', ')}. Set AKADA_DATA to a folder that every user can pass through.`,
  );
}

function prepare(home: string, user: SystemUser | undefined) {
  mkdirSync(join(home, 'socket'), { recursive: true, mode: 0o700 });
  for (const folder of [home, join(home, 'socket')]) {
    handTo(user, folder);
    chmodSync(folder, 0o700);
  }
}
