import { statfsSync } from 'node:fs';

/**
 * So much stays free: PostgreSQL, when it finds no room for its log, ends, and with it everything that could still be
 * read. Four of its log's segments.
 */
const reserve = 64 * 2 ** 20;
const looksEvery = 250;

/** What a person may still fill on the disk of a folder; Infinity when that cannot be known. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

/** Whether there is no room at all: the little that is left is less than one write of PostgreSQL's log. */
export const isFull = (folder: string) => freeBytes(folder) < 20e6;

/** A question that may be asked at every request: is there room for more on the disks of these folders? */
export function roomIn(...folders: string[]): () => boolean {
  let hasRoom = true;
  let lookedAt = -Infinity;
  return () => {
    if (performance.now() - lookedAt < looksEvery) return hasRoom;
    lookedAt = performance.now();
    return (hasRoom = folders.every((folder) => freeBytes(folder) >= reserve));
  };
}
