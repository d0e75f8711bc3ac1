import { totalmem } from 'node:os';

/** Megabytes of this machine, or of its container: that limit is 0 or beyond the machine's where there is none. */
export const megabytes = Math.round(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
