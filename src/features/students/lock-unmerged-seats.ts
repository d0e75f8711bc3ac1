import type { Tx } from '#kernel/database.ts';
import type { TouchedRow } from '#kernel/personal-data/merge-journal.ts';
import { lockSeats } from './lock-seats.ts';

/** Locks the batches in which an unmerge seats somebody again, and refuses where one is full. */
export function lockUnmergedSeats(tx: Tx, institutionId: number, rows: TouchedRow[]): Promise<void> {
  const gain = new Map<number, number>();
  const add = (batchId: unknown, seats: number) =>
    typeof batchId === 'number' && gain.set(batchId, (gain.get(batchId) ?? 0) + seats);
  for (const { table, before, after } of rows) {
    if (table !== 'students') continue;
    add(before!.batch_id, 1);
    add(after!.batch_id, -1);
  }
  const wanted = new Map([...gain].filter(([, seats]) => seats > 0));
  return lockSeats(tx, institutionId, wanted, 'Make room there, then unmerge the records.');
}
