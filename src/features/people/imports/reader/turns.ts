import { TooMany } from '#kernel/errors.ts';
import { takeTurnsByKey } from '#kernel/export/turns.ts';
import type { Inspection } from '../engine/inspect.ts';
import { maxSeconds } from '../engine/limits.ts';
import type { TableKind } from '../engine/table-kind.ts';
import { Unreadable } from '../engine/unreadable.ts';
import { inspectFile } from './read-table.ts';

/** Maximum waiting uploads per institution. */
const mostWaiting = 5;
const longestWait = 60_000;
const busy = () => new TooMany(15, 'The server is busy with other files. Try again in a moment.');

const uploads = takeTurnsByKey<number>(1);
const work = takeTurnsByKey<number>(4);

/** Reads an upload in its turn. Institutions take turns, so that one with many files does not hold up the others. */
export async function inspectInTurn(institutionId: number, path: string, kind?: TableKind): Promise<Inspection> {
  if (uploads.waiting(institutionId) >= mostWaiting) throw busy();
  const wait = AbortSignal.timeout(longestWait);
  const inspected = uploads.inTurn(institutionId, wait, async () => {
    const late = AbortSignal.timeout(maxSeconds * 1000);
    try {
      return await inspectFile(path, late, kind);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new Unreadable('This file takes too long to read. Save only the sheet you need as CSV and upload that.');
    }
  });
  return inspected.catch((error: unknown) => {
    throw error === wait.reason ? busy() : error;
  });
}

/** Runs one check, import or undo at a time per institution. */
export const workInTurn = <T>(institutionId: number, signal: AbortSignal, works: () => Promise<T>): Promise<T> =>
  work.inTurn(institutionId, signal, works);
