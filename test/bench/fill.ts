import type pg from 'pg';

/**
 * Does the work with the tables' indexes away and makes them again from their own definitions: sorted at once, instead
 * of row by row. Constraints keep theirs. The result is the one that a migration and an insert give.
 */
export async function withoutIndexes(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await client.query(definition);
  await client.query('reset maintenance_work_mem');
}
