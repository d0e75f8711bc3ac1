import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { query, type Tx } from '../database.ts';

const column = (key: string) => sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/**
 * Inserts thousands of rows as one parameter: with separate values, building the statement takes longer than running
 * it. All rows have the same columns. Returns ids, if the table has them, in the order of the rows.
 */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<number[]> {
  const columns = getTableColumns(table) as Record<string, { getSQLType(): string }>;
  const keys = Object.keys(rows[0] ?? {});
  if (keys.length === 0) return [];
  if (rows.some((row) => Object.keys(row).length !== keys.length || keys.some((key) => !(key in row))))
    throw new Error('Rows that are inserted together name the same columns.');
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key]!.getSQLType())}`);
  const numbered = rows.map((row, at) => ({ ...row, at }));
  const made = await query<{ id: number }>(
    tx,
    sql`
    insert into ${table} (${list(keys.map((key) => sql`${column(key)}`))})
    select ${list(keys.map((key) => sql`r.${sql.identifier(key)}`))}
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as r("at" int, ${list(types)}) order by r.at
    ${'id' in columns ? sql`returning id` : sql``}`,
  );
  // Ids are assigned in the order of the rows.
  return made.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}
