import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Touched } from './journal.ts';

/** The batches where the two would sit again, locked before the students as everywhere; refused where one is full. */
export async function lockSeats(tx: Tx, institutionId: number, rows: Touched[]): Promise<void> {
  const gain = new Map<number, number>();
  const add = (batchId: unknown, seats: number) =>
    typeof batchId === 'number' && gain.set(batchId, (gain.get(batchId) ?? 0) + seats);
  for (const { table, before, after } of rows) {
    if (table !== 'students') continue;
    add(before!.batch_id, 1);
    add(after!.batch_id, -1);
  }
  const wanted = [...gain].filter(([, seats]) => seats > 0);
  if (wanted.length === 0) return;
  const { rows: batches } = await tx.execute<{ id: number; name: string; capacity: number }>(sql`
    select id, name, capacity from batches
    where institution_id = ${institutionId} and id = any(${sql.param(wanted.map(([id]) => id))}::bigint[]) order by id for update`);
  for (const { id, name, capacity } of batches) {
    const { rows: seated } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from students where institution_id = ${institutionId} and batch_id = ${id}`,
    );
    if (seated[0]!.n + gain.get(Number(id))! > capacity)
      throw new Conflict(`${name} has been filled in the meantime. Make room there, then take this back.`);
  }
}
