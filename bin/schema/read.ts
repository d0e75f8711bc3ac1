import type pg from 'pg';

export interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The table that it refers to. */
  target: string | null;
}
export interface Table {
  name: string;
  isView: boolean;
  columns: Column[];
  keys: { kind: 'p' | 'u'; columns: string[] }[];
  triggers: { name: string; event: string; routine: string }[];
}
export interface Routine {
  name: string;
  arguments: string;
  owner: string;
}
export interface Schema {
  tables: Table[];
  routines: Routine[];
}

/** What a migrated database contains, as its catalogues say. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const ours = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and c.relname <> 'akada_migrations'`;
  // The column of a foreign key that says which row: the one that refers to an id, otherwise the last.
  const links = `links as materialized (
    select distinct on (k.oid) k.conrelid, u.here as attnum, k.confrelid::regclass::text as target
    from pg_constraint k cross join unnest(k.conkey, k.confkey) with ordinality u (here, there, at)
    join pg_attribute a on (a.attrelid, a.attnum) = (k.confrelid, u.there)
    where k.contype = 'f' and k.conparentid = 0 order by k.oid, a.attname = 'id' desc, u.at desc)`;
  const { rows: tables } = await client.query<Table>(`with ${links}
    select c.relname as name, c.relkind = 'v' as "isView",
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isNullable', not a.attnotnull and c.relkind <> 'v',
          'target', (select k.target from links k where (k.conrelid, k.attnum) = (c.oid, a.attnum) limit 1)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', k.contype, 'columns', (
          select jsonb_agg(a.attname order by u.at) from unnest(k.conkey) with ordinality u (attnum, at)
          join pg_attribute a on (a.attrelid, a.attnum) = (c.oid, u.attnum))) order by k.contype, k.conname), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')) as keys,
      (select coalesce(jsonb_agg(jsonb_build_object('name', t.tgname, 'routine', t.tgfoid::regproc::text,
          'event', substring(pg_get_triggerdef(t.oid) from '(?:BEFORE|AFTER) .*? ON ')) order by t.tgname collate "C"), '[]')
        from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
    from pg_class c where ${ours}`);
  const { rows: routines } = await client.query<Routine>(`
    select p.proname as name, pg_get_function_identity_arguments(p.oid) as arguments, p.proowner::regrole::text as owner
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname like 'akada\\_%'`);
  return { tables, routines };
}

/** How many foreign keys lead from the tables of one area to those of another. */
export function linksBetween({ tables }: Schema, areaOf: (table: string) => string): Map<string, Map<string, number>> {
  const links = new Map<string, Map<string, number>>();
  for (const { name, columns } of tables)
    for (const { target } of columns) {
      if (!target || areaOf(target) === areaOf(name)) continue;
      const from = links.get(areaOf(name)) ?? new Map<string, number>();
      links.set(areaOf(name), from.set(areaOf(target), (from.get(areaOf(target)) ?? 0) + 1));
    }
  return links;
}
