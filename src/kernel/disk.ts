import { statfsSync } from 'node:fs';

/**
 * Reserved: when PostgreSQL has no room for its log it stops, and nothing can be read any more. Four segments of its
 * log.
 */
const reserve = 64 * 2 ** 20;
const looksEvery = 250;

/** The usable space on the disk of a folder; Infinity if unknown. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

/** Whether there is no room at all: less than PostgreSQL needs for one write to its log. */
export const isFull = (folder: string) => freeBytes(folder) < 20e6;

/** Cheap enough for every request: is there space on the disks of these folders? */
export function roomIn(...folders: string[]): () => boolean {
  let hasRoom = true;
  let lookedAt = -Infinity;
  return () => {
    if (performance.now() - lookedAt < looksEvery) return hasRoom;
    lookedAt = performance.now();
    return (hasRoom = folders.every((folder) => freeBytes(folder) >= reserve));
  };
}
