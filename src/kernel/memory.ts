import { availableParallelism, totalmem } from 'node:os';

/** Megabytes of this machine, or of its container: that limit is 0 or beyond the machine's where there is none. */
export const megabytes = Math.round(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);

/** Where every megabyte counts: about 1 or 2 GB, as a village school has. */
export const isSmall = megabytes < 3000;

/**
 * One core is PostgreSQL's, and each process wants half a gigabyte. On two cores two processes answer as much as one: list,
 * search, record and home differ by less than a twentieth.
 */
export const usualProcesses = (cores = availableParallelism(), memory = megabytes): number =>
  Math.max(1, Math.min(cores - 1, Math.floor(memory / 512) - 1, 64));
