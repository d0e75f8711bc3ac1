import type pg from 'pg';

/**
 * Gives the indexes of partitions the names of their table's, by which errors are known. PostgreSQL makes up others,
 * also for what a migration adds.
 */
export async function nameAlike(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; now: string; wanted: string }>(
    `select n.nspname as schema, c.relname as now, p.relname as wanted from pg_inherits i
       join pg_class c on c.oid = i.inhrelid and c.relkind = 'i' join pg_class p on p.oid = i.inhparent
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname ^@ 'akada_part_' and c.relname <> p.relname`,
  );
  // Out of each other's way first: one may have the name that another gets.
  const between = (at: number) => `renamed_${at}`;
  for (const [at, { schema, now }] of rows.entries())
    await client.query(`alter index ${schema}.${client.escapeIdentifier(now)} rename to ${between(at)}`);
  for (const [at, { schema, wanted }] of rows.entries())
    await client.query(`alter index ${schema}.${between(at)} rename to ${client.escapeIdentifier(wanted)}`);
}
