import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expendable, type Keep } from './retention.ts';

/*
 * A file gets its final name only after it is complete and verified. The file names are the whole state: there is no
 * table, and all processes that share the folder agree.
 */
const pattern = /^akada-(nightly-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const day = 86_400_000;

export interface Stored {
  path: string;
  at: Date;
  isNightly: boolean;
}

/** The path of a new backup. Manual backups are never removed. */
export async function newBackupIn(folder: string, { isNightly }: { isNightly: boolean }): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return join(folder, `akada-${isNightly ? 'nightly-' : ''}${stamp}.tar.gz`);
}

/** The finished backups in a folder, latest first. */
export function backupsIn(folder: string): Stored[] {
  const found = namesIn(folder).flatMap((name) => {
    const [, nightly, ...parts] = pattern.exec(name) ?? [];
    if (!parts.length) return [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    const at = new Date(Date.UTC(year, month - 1, ...(rest as [number, number, number, number])));
    return [{ path: join(folder, name), at, isNightly: Boolean(nightly) }];
  });
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Removes expired nightly backups, and partial files more than a day old. */
export function prune(folder: string, keep: Keep, timeZone: string): string[] {
  const nightly = backupsIn(folder).filter(({ isNightly }) => isNightly);
  const going = new Set(
    expendable(
      nightly.map(({ at }) => at),
      keep,
      timeZone,
    ),
  );
  const removed = nightly.filter(({ at }) => going.has(at)).map(({ path }) => path);
  const left = namesIn(folder)
    .filter((name) => /^akada-.*\.partial$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - day);
  for (const path of [...removed, ...left]) rmSync(path, { force: true });
  return removed;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
