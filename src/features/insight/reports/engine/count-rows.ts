import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { joinsFor, type Compiled } from './compile.ts';
import { equalRows } from './equal-rows.ts';

/** How many rows a report has; counting stops above `most`. */
export async function countRows(db: Db, compiled: Compiled, most: number | null = null): Promise<number> {
  const { limit } = compiled.definition;
  const bounds = [limit, most === null ? null : most + 1].filter((bound) => bound !== null);
  const bounded = bounds.length > 0 ? sql`limit ${Math.min(...bounds)}` : sql``;
  const [found] = await query<{ count: number }>(
    db,
    sql`select count(*)::int as count from (${everyRow(compiled)} ${bounded}) every`,
  );
  return found!.count;
}

/** In no order, which costs nothing. */
function everyRow(compiled: Compiled): SQL {
  const { usable, where, narrowing, definition } = compiled;
  if (definition.distinct) return equalRows(compiled);
  return sql`select 1 from ${usable.subject.from} ${joinsFor(usable, narrowing)} where ${where}`;
}
