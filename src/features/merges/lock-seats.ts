import type { Tx } from '#kernel/database.ts';
import { lockSeats } from '#features/students/lock-seats.ts';
import type { Touched } from './journal.ts';

/** The batches where the two would sit again. */
export function lockSeatsOf(tx: Tx, institutionId: number, rows: Touched[]): Promise<void> {
  const gain = new Map<number, number>();
  const add = (batchId: unknown, seats: number) =>
    typeof batchId === 'number' && gain.set(batchId, (gain.get(batchId) ?? 0) + seats);
  for (const { table, before, after } of rows) {
    if (table !== 'students') continue;
    add(before!.batch_id, 1);
    add(after!.batch_id, -1);
  }
  const wanted = new Map([...gain].filter(([, seats]) => seats > 0));
  return lockSeats(tx, institutionId, wanted, 'Make room there, then take this back.');
}
