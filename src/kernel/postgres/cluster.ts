import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Binaries } from '#kernel/postgres/binaries.ts';
import { readIfThere, writePrivately } from '#kernel/postgres/files.ts';
import type { Place } from '#kernel/postgres/place.ts';
import { handTo } from '#kernel/postgres/system-user.ts';
import { explain } from '#kernel/postgres/trouble.ts';

/** Creates the data directory completely or not at all. */
export function createCluster(place: Place, binaries: Binaries, password: string, durable: boolean) {
  const { home, data, user } = place;
  const unfinished = join(home, 'data.new');
  const passwordFile = join(home, 'password.new');
  rmSync(unfinished, { recursive: true, force: true });
  try {
    writePrivately(passwordFile, password);
    handTo(user, passwordFile);
    const result = spawnSync(
      binaries.initdb,
      [
        '--pgdata',
        unfinished,
        '--username',
        'akada',
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
        // The same sort order on every machine, whatever its locale; pages ask for another one where it matters.
        '--encoding',
        'UTF8',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
        '--locale',
        'C',
        '--no-instructions',
        '--set',
        'log_timezone=UTC',
        ...(durable ? [] : ['--no-sync', '--set', 'scram_iterations=1']),
      ],
      { uid: user?.uid, gid: user?.gid, cwd: home, env: { PATH: process.env.PATH, LC_ALL: 'C' }, encoding: 'utf8' },
    );
    if (result.status !== 0) throw explain(result.error?.message ?? result.stderr, home);
    renameSync(unfinished, data);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The owner's password: generated at the first start, then stored. */
export function ownerPassword(dataFolder: string, isNew: boolean) {
  const file = join(dataFolder, 'postgres.password');
  const stored = readIfThere(file);
  if (stored) return stored;
  if (!isNew) throw new CannotStart(`${file} is missing, so the database cannot be opened. Restore it from a backup.`);
  const password = randomBytes(24).toString('hex');
  writePrivately(file, password);
  return password;
}

/** Where the owner connects: only through the socket. */
export const ownerUrlOf = (password: string, socket: string) =>
  `postgres://akada:${password}@/akada?host=${encodeURIComponent(socket)}`;
