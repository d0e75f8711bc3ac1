import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Locks host names in one order after the site. They are unique across institutions, so two transactions exchanging names would deadlock in the index. */
export const lockHosts = (tx: Tx, hosts: string[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(7234004, key) from (
    select distinct hashtext(host) as key from unnest(${sql.param(hosts)}::text[]) host order by 1) held`);
