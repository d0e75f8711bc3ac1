import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { batches } from '#features/structure/structure.schema.ts';
import { students } from './students.schema.ts';

/**
 * The batches in which so many students are to sit again, locked before the students as everywhere; refused where one
 * has been filled. `instead` says what to do then.
 */
export async function lockSeats(
  tx: Tx,
  institutionId: number,
  wanted: ReadonlyMap<number, number>,
  instead: string,
): Promise<void> {
  if (wanted.size === 0) return;
  const locked = await tx
    .select({ id: batches.id, name: batches.name, capacity: batches.capacity })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), inArray(batches.id, [...wanted.keys()])))
    .orderBy(batches.id)
    .for('no key update');
  for (const { id, name, capacity } of locked) {
    const here = await tx.$count(students, and(eq(students.institutionId, institutionId), eq(students.batchId, id)));
    if (here + wanted.get(id)! > capacity) throw new Conflict(`${name} has been filled in the meantime. ${instead}`);
  }
}

/** How many come to each. */
export const counted = (batchIds: number[]): Map<number, number> =>
  new Map([...Map.groupBy(batchIds, (one) => one)].map(([batchId, all]) => [batchId, all.length]));
