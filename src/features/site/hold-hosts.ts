import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/**
 * Host names are unique over all institutions, and two that give and take the same ones would wait for each other in their
 * index. So whoever adds, removes or approves some holds them first, in one order, behind the site.
 */
export const holdHosts = (tx: Tx, hosts: string[]) =>
  tx.execute(sql`select pg_advisory_xact_lock(7234004, key) from (
    select distinct hashtext(host) as key from unnest(${sql.param(hosts)}::text[]) host order by 1) held`);
