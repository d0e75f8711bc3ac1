import type { Tx } from '#kernel/database.ts';
import type { TouchedRow } from '#kernel/personal-data/merge-journal.ts';
import { lockReturnedSeats } from './moves/take-seats.ts';

/** Locks the batches to which an unmerge returns students, and refuses if one is full. */
export function lockUnmergedSeats(tx: Tx, institutionId: number, rows: TouchedRow[]): Promise<void> {
  const gain = new Map<number, number>();
  const add = (batchId: unknown, seats: number) =>
    typeof batchId === 'number' && gain.set(batchId, (gain.get(batchId) ?? 0) + seats);
  for (const { table, before, after } of rows) {
    if (table !== 'students') continue;
    add(before!.batch_id, 1);
    add(after!.batch_id, -1);
  }
  const returned = [...gain].flatMap(([batchId, seats]) => Array<number>(Math.max(0, seats)).fill(batchId));
  return lockReturnedSeats(tx, institutionId, returned, 'Free a seat there, then unmerge the records.');
}
