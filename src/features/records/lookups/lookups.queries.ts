import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import { lists, type ListKey } from './lookups.schema.ts';

/** The values a list offers, in the institution's order. They are not restricted within the institution. */
export const listValuesOf = async (db: Db, institutionId: number, key: ListKey): Promise<string[]> => {
  const table = lists[key];
  const rows = await db
    .select({ name: table.name })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), isNull(table.retiredAt)))
    .orderBy(asc(table.position), asc(table.name));
  return rows.map(({ name }) => name);
};

/** Several lists at once, for a form. */
export async function listsOfValues<Key extends ListKey>(
  db: Db,
  institutionId: number,
  keys: readonly Key[],
): Promise<Record<Key, string[]>> {
  const found = await Promise.all(keys.map((key) => listValuesOf(db, institutionId, key)));
  return Object.fromEntries(keys.map((key, at) => [key, found[at]!])) as Record<Key, string[]>;
}

/** All values of a list in order, retired ones last. */
export const allWordsOf = (db: Db, institutionId: number, key: ListKey) => {
  const table = lists[key];
  const isRetired = sql<boolean>`${table.retiredAt} is not null`;
  return db
    .select({ name: table.name, isRetired })
    .from(table)
    .where(eq(table.institutionId, institutionId))
    .orderBy(isRetired, asc(table.position), asc(table.name));
};

/** The number of values each list offers. */
export async function listSizes(db: Db, institutionId: number): Promise<Record<ListKey, number>> {
  const keys = Object.keys(lists) as ListKey[];
  const counts = keys.map(
    (key) =>
      sql`(select count(*) from ${lists[key]} where institution_id = ${institutionId} and retired_at is null) as ${sql.identifier(key)}`,
  );
  const rows = await query<Record<ListKey, number>>(db, render)`select ${sql.join(counts, sql`, `)}`;
  return Object.fromEntries(keys.map((key) => [key, Number(rows[0]![key])])) as Record<ListKey, number>;
}
