import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';

type Read = <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

/** The address of the record that a merged one leads to, if the actor may see it; null for any other address. */
export async function findKeptRecord(read: Read, { kinds }: PersonalDataRegistry, url: string): Promise<string | null> {
  const [, people, id, rest] = /^\/(students|employees|guardians)\/(\d{1,15})(?=\/|\?|$)(.*)$/.exec(url) ?? [];
  const kind = kinds.find((one) => one.people === people);
  if (!kind) return null;
  const name = sql.identifier(kind.people);
  const kept = await read(async (db, actor) => {
    const here = sql.param(actor.institutions.map((institution) => institution.id));
    const rows = await query<{ id: number }>(
      db,
      render(sql`
      with recursive way as (
        select institution_id, id, merged_into_id from ${name} where institution_id = any(${here}::int[]) and id = ${Number(id)}
        union select n.institution_id, n.id, n.merged_into_id from ${name} n
          join way w on (n.institution_id, n.id) = (w.institution_id, w.merged_into_id))
      select id from way where merged_into_id is null and id <> ${Number(id)}`),
    );
    return rows[0] ? Number(rows[0].id) : null;
  });
  if (kept === null) return null;
  const seen = await read((db, actor) => db.$count(kind.table, and(kind.visibleTo(actor), eq(kind.table.id, kept))));
  return seen ? `/${people}/${kept}${rest}` : null;
}
