import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/** An old row and the new one. */
export interface Pair {
  old: number;
  new: number;
}

export const asPairs = (pairs: readonly Pair[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (old bigint, new bigint)`;

interface Rows {
  institutionId: number;
  table: SQL;
  /** The column that names the parent, and which parents become which. */
  parent: SQL;
  parents: readonly Pair[];
  columns: SQL;
  values: SQL;
}

/** Copies rows below new parents. New ids follow the order of the old ones. */
export async function copyRows(
  tx: Tx,
  { institutionId, table, parent, parents, columns, values }: Rows,
): Promise<Pair[]> {
  const old = await query<{ id: number }>(
    tx,
    sql`select o.id::int as id from ${table} o join ${asPairs(parents)} on x.old = o.${parent}
      where o.institution_id = ${institutionId} order by o.id`,
  );
  const made = await query<{ id: number }>(
    tx,
    sql`with made as (insert into ${table} (institution_id, ${parent}, ${columns})
        select o.institution_id, x.new, ${values} from ${table} o join ${asPairs(parents)} on x.old = o.${parent}
        where o.institution_id = ${institutionId} order by o.id returning id)
      select id::int as id from made order by id`,
  );
  return old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
}
