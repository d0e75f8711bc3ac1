import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';

export interface Candidate {
  name: string;
  bytes: number;
  indexes: number;
  /** How many it has; 0 for a plain table. */
  parts: number;
  /** What keeps it from being divided by institution. */
  obstacle: string | null;
  /** The tables that its foreign keys lead to. */
  to: string[];
}

/** The tables of institutions, in an order in which those that others refer to come first. */
export async function readCandidates(client: pg.Client): Promise<Candidate[]> {
  const { rows } = await client.query<Candidate>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
       (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes,
       (select count(*)::int from pg_inherits i where i.inhparent = c.oid) as parts,
       coalesce((select format('its unique index %s lacks institution_id', i.indexrelid::regclass) from pg_index i
           where i.indrelid = c.oid and i.indisunique and a.attnum <> all (i.indkey) limit 1),
         (select format('%s refers to it without institution_id', k.conrelid::regclass) from pg_constraint k
           where k.confrelid = c.oid and k.contype = 'f' and a.attnum <> all (k.confkey) limit 1),
         (select format('publication %s names it', p.pubname) from pg_publication_rel r join pg_publication p on p.oid = r.prpubid
           where r.prrelid = c.oid limit 1),
         (select 'it has rules' from pg_rewrite where ev_class = c.oid limit 1),
         case when c.relreplident <> 'd' then 'it has a replica identity of its own' when c.relpersistence <> 'p' then 'it is unlogged'
           when not a.attnotnull then 'institution_id may be null' end) as obstacle,
       array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0 and k.confrelid <> c.oid order by 1) as to
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
  );
  const sorted = new Set<Candidate>();
  const seen = new Set<string>();
  const visit = (table: Candidate) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const to of table.to) {
      const target = rows.find(({ name }) => name === to);
      if (target) visit(target);
    }
    sorted.add(table);
  };
  rows.forEach(visit);
  return [...sorted];
}

/**
 * Tables that are only added to, and grow with every day. What a page finds by its id alone is looked for in every
 * partition, so students and the like are slower with partitions than without (docs/decisions/0099).
 */
const journals = [
  'attendance_marks',
  'audit_entries',
  'audit_redactions',
  'ledger_entries',
  'ledger_lines',
  'mark_changes',
];

/** Those that are to be turned over: journals from a size on, all, or some by name. */
export function choose(all: Candidate[], tables: string | undefined, larger: number): Candidate[] {
  const plain = all.filter(({ parts }) => parts === 0);
  if (tables === undefined)
    return plain.filter(({ name, bytes, obstacle }) => journals.includes(name) && bytes >= larger && !obstacle);
  if (tables === 'all') return plain.filter(({ obstacle }) => !obstacle);
  const names = tables.split(',');
  for (const name of names) {
    const table = all.find((one) => one.name === name);
    if (!table) throw new CannotStart(`There is no table ${name} with rows of institutions.`);
    if (table.obstacle) throw new CannotStart(`Table ${name} can’t be partitioned: ${table.obstacle}.`);
  }
  return plain.filter(({ name }) => names.includes(name));
}

/** The number of partitions that is there already, if any. */
export const partsOf = (all: Candidate[]) => Math.max(0, ...all.map(({ parts }) => parts));

/**
 * Locks that one transaction takes when it changes every table, as a restore and the removal of an institution do, and
 * the setting that has room for them. `more` relations are to come.
 */
export const locksQuery = (more = 0) => `
  select needed, per * slots as have, ceil(needed / slots::float8 / 64)::int * 64 as setting from (
    select (select 2 * (count(*)::int + ${more}) from pg_class c where c.relkind in ('r', 'p', 'i', 'I') and c.relnamespace in (
        select oid from pg_namespace where nspname = 'public' or nspname ^@ 'akada_part_')) as needed,
      current_setting('max_locks_per_transaction')::int as per,
      current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as slots) s`;

/** Refuses so many partitions that a restore, or the removal of an institution, would run out of locks. */
export async function refuseFewLocks(client: pg.Client, chosen: Candidate[], into: number): Promise<void> {
  const more = chosen.reduce((sum, { indexes }) => sum + into * (1 + indexes), 0);
  const { rows } = await client.query<{ needed: number; have: number; setting: number }>(locksQuery(more));
  const { needed, have, setting } = rows[0]!;
  if (needed > have)
    throw new CannotStart(
      `So many partitions need max_locks_per_transaction = ${setting}, or no backup could be restored here. Set it and restart PostgreSQL, or divide fewer tables with --tables; the built-in PostgreSQL keeps its 256. Nothing was changed.`,
    );
}
