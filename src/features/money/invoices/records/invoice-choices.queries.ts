import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';

/** The names of what a list is filtered by. */
export async function chosenNames(
  db: Db,
  actor: Actor,
  filter: { fee?: number | undefined; class?: number | undefined; batch?: number | undefined },
) {
  const here = institutionsWhere(actor, 'fees.view');
  const nameIn = (table: 'fees' | 'classes' | 'batches', column: 'title' | 'name', id: number | undefined) =>
    sql<string | null>`(select t.${sql.raw(column)} from ${sql.raw(table)} t
      where t.id = ${id ?? null}::bigint and t.institution_id = any (${sql.param(here)}::int[]))`;
  const rows = await query<{ fee: string | null; class: string | null; batch: string | null }>(
    db,
    render(sql`
    select ${nameIn('fees', 'title', filter.fee)} as fee, ${nameIn('classes', 'name', filter.class)} as class,
      ${nameIn('batches', 'name', filter.batch)} as batch`),
  );
  return rows[0]!;
}
