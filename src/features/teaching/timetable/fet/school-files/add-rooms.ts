import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { SchoolChoices } from './school-files.queries.ts';

/** Rooms are added where somebody wanted that; one that is there already is taken. */
export async function roomsOf(
  tx: Tx,
  institutionId: number,
  school: SchoolChoices,
  chosen: ReadonlyMap<string, number | 'new'>,
): Promise<Map<string, number>> {
  const known = new Set(school.rooms.map((room) => room.id));
  const rooms = new Map<string, number>();
  for (const [name, value] of chosen) {
    if (value !== 'new' && !known.has(value)) throw new Refused('rooms', 'Choose rooms from the list.');
    if (value !== 'new') rooms.set(name, value);
  }
  const added = [...chosen].flatMap(([name, value]) =>
    value === 'new' && name.trim() ? name.trim().slice(0, 60) : [],
  );
  const rows = await query<{ id: number; name: string }>(
    tx,
    sql`insert into rooms (institution_id, name) select ${institutionId}, min(n) from unnest(${sql.param(added)}::text[]) n group by lower(n)
      on conflict (institution_id, lower(name)) do update set retired_at = null returning id::int as id, lower(name) as name`,
  );
  for (const [name, value] of chosen) {
    const row = rows.find((one) => one.name === name.trim().slice(0, 60).toLowerCase());
    if (value === 'new' && row) rooms.set(name, row.id);
  }
  return rooms;
}
