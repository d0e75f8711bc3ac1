import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { today } from '../dates.ts';

/*
 * A file gets its final name only after it is complete and verified. The file names are the whole state: there is no
 * table, and all processes that share the folder agree.
 */
const pattern = /^akada-(nightly-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
const day = 86_400_000;

interface Stored {
  path: string;
  at: Date;
  isNightly: boolean;
}

/** The path of a new backup. Manual backups are never removed. */
export async function newBackupIn(folder: string, { isNightly }: { isNightly: boolean }): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, newBackupName(isNightly));
}

export function newBackupName(isNightly: boolean): string {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `akada-${isNightly ? 'nightly-' : ''}${stamp}.tar.gz`;
}

/** The finished backups in a folder, latest first. */
export const backupsIn = (folder: string): Stored[] =>
  backupsAmong(namesIn(folder)).map((backup) => ({ ...backup, path: join(folder, backup.path) }));

/** The backups among these names, latest first. */
export function backupsAmong(names: string[]): Stored[] {
  const found = names.flatMap((path) => {
    const [, nightly, ...parts] = pattern.exec(path) ?? [];
    if (!parts.length) return [];
    const [year = 0, month = 0, ...rest] = parts.map(Number);
    const at = new Date(Date.UTC(year, month - 1, ...(rest as [number, number, number, number])));
    return [{ path, at, isNightly: Boolean(nightly) }];
  });
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The nightly backups among these that have expired. */
export function expired(backups: Stored[], keep: Keep, timeZone: string): string[] {
  const nightly = backups.filter(({ isNightly }) => isNightly);
  const times = nightly.map(({ at }) => at);
  const going = new Set(expendable(times, keep, timeZone));
  return nightly.filter(({ at }) => going.has(at)).map(({ path }) => path);
}

/** Removes expired nightly backups, and partial files more than a day old. */
export function prune(folder: string, keep: Keep, timeZone: string): string[] {
  const removed = expired(backupsIn(folder), keep, timeZone);
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

/** How many backups to keep: the last one of each of so many days, weeks and months. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

/**
 * The backups among these times that can be removed. Only days, weeks and months that have a backup count, so backups
 * do not expire while no new ones are made. The latest is always kept.
 */
export function expendable(times: Date[], keep: Keep, timeZone: string): Date[] {
  const latestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  const days = latestFirst.map((time) => today(timeZone, time));
  const kept = new Set(latestFirst.slice(0, 1));
  const periods: [number, (day: string) => string][] = [
    [keep.daily, (day) => day],
    [keep.weekly, mondayOf],
    [keep.monthly, (day) => day.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const [at, time] of latestFirst.entries()) {
      const period = periodOf(days[at]!);
      if (seen.size < count && !seen.has(period)) kept.add(time);
      seen.add(period);
    }
  }
  return latestFirst.filter((time) => !kept.has(time));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
