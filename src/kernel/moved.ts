import type pg from 'pg';

/** An institution that is at another installation now, and what its addresses here began with. */
export interface Moved {
  id: number;
  /** The origin that they lead on to. */
  to: string;
  slugs: string[];
  hosts: string[];
}

/** Made by `closeMoved`, on top of the policies of the migrations. */
const policy = 'moved_away';

/**
 * Closes the rows of institutions that have moved away to the server, also to its jobs, until they are removed. Run at
 * each start too: upgrades bring tables, and a restored backup brings none of these policies.
 */
export async function closeMoved(client: pg.Client): Promise<void> {
  const { rows: moved } = await client.query<{ ids: number[] }>(
    `select coalesce(array_agg(id order by id), '{}') as ids from moved_institutions where removed_at is null`,
  );
  const ids = `'{${moved[0]!.ids.join(',')}}'`;
  const { rows: tables } = await client.query<{ name: string; column: string; closes: string | null }>(
    `select c.relname as name, a.attname as column, pg_get_expr(p.polqual, c.oid) as closes from pg_class c
       join pg_attribute a on a.attrelid = c.oid left join pg_policy p on p.polrelid = c.oid and p.polname = $1
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
       and a.attname = case c.relname when 'institutions' then 'id' else 'institution_id' end order by 1`,
    [policy],
  );
  for (const { name, column, closes } of tables) {
    if (closes === null ? moved[0]!.ids.length === 0 : closes.includes(ids)) continue;
    if (closes !== null) await client.query(`drop policy ${policy} on "${name}"`);
    if (moved[0]!.ids.length === 0) continue;
    // Not to the owner, whom a backup must show all rows.
    await client.query(
      `create policy ${policy} on "${name}" as restrictive to akada_app, akada_gate
         using ("${column}" <> all (${ids}::int[]) or current_user not in ('akada_app', 'akada_gate'))`,
    );
  }
}
