import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { entities, mergeEntities } from './entities.ts';

type Read = <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

/** Where a merged record's address leads now, for who may see the record that was kept; null for any other address. */
export async function movedTo(read: Read, url: string): Promise<string | null> {
  const [, table, id, rest] = /^\/(students|employees|guardians)\/(\d{1,15})(?=\/|\?|$)(.*)$/.exec(url) ?? [];
  const about = entities.map((entity) => mergeEntities[entity]).find((one) => one.table === table);
  if (!about) return null;
  const name = sql.identifier(about.table);
  const kept = await read(async (db, actor) => {
    const here = sql.param(actor.institutions.map((one) => one.id));
    const { rows } = await db.execute<{ id: number }>(sql`
      with recursive way as (
        select institution_id, id, merged_into_id from ${name} where institution_id = any(${here}::int[]) and id = ${Number(id)}
        union select n.institution_id, n.id, n.merged_into_id from ${name} n
          join way w on (n.institution_id, n.id) = (w.institution_id, w.merged_into_id))
      select id from way where merged_into_id is null and id <> ${Number(id)}`);
    return rows[0] ? Number(rows[0].id) : null;
  });
  if (kept === null) return null;
  const { people } = about;
  const seen = await read((db, actor) => db.$count(people, and(about.visible(actor), eq(people.id, kept))));
  return seen ? `/${table}/${kept}${rest}` : null;
}
