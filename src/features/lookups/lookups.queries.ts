import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { lists, type ListKey } from './lookups.schema.ts';

/** The words that a list offers now, in the institution's order. Words are no secret inside the institution. */
export const wordsOf = async (db: Db, institutionId: number, key: ListKey): Promise<string[]> => {
  const table = lists[key];
  const rows = await db
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), isNull(table.retiredAt)))
    .orderBy(asc(table.position), asc(table.name));
  return rows.map(({ name }) => name);
};

/** Several lists at once, for a form. */
export async function wordLists<Key extends ListKey>(
  db: Db,
  institutionId: number,
  keys: readonly Key[],
): Promise<Record<Key, string[]>> {
  const found = await Promise.all(keys.map((key) => wordsOf(db, institutionId, key)));
  return Object.fromEntries(keys.map((key, at) => [key, found[at]!])) as Record<Key, string[]>;
}
