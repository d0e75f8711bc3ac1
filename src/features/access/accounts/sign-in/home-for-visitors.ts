import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { publicSites } from '#features/school/site/public/home.queries.ts';

/**
 * The address of the school's site after signing out: the main address, unless it shows a different school than the
 * user's only one.
 */
export async function homeForVisitors(tx: Tx, { institutions }: Actor, host: string): Promise<string> {
  if (institutions.length !== 1) return '/';
  const rows = await query<{ id: number | null }>(tx, render(sql`select akada_site_at(${host}, null) as id`));
  const own = (await publicSites(tx)).find(({ institution_id: id }) => id === institutions[0]!.id);
  return own && own.institution_id !== rows[0]!.id ? `/sites/${own.slug}` : '/';
}
