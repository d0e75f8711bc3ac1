import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { DashletView } from '#kernel/contracts/dashlet.ts';
import { type Db, query } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { birthdaysOf, weekAhead } from '#kernel/week-ahead.ts';

const shown = 6;

interface Asked {
  /** A table of people, under its own name. */
  table: Record<'institutionId' | 'id' | 'surname' | 'firstName' | 'birthDate', SQLWrapper>;
  from: SQL;
  /** '/students/' before an id. */
  href: string;
  may: readonly Permission[];
  visible: SQL;
}

interface Row {
  id: string;
  name: string;
  at: number;
  all: number;
}

/** Birthdays of today and the next six days: the first ones, by day. Null if there are none. */
export async function birthdaysAhead(
  db: Db,
  actor: Actor,
  wanted: number | undefined,
  { table, from, href, may, visible }: Asked,
): Promise<DashletView | null> {
  const [institutionId] = institutionsInView(actor, wanted, ...may);
  if (institutionId === undefined) return null;
  const days = birthdaysOf(weekAhead(membershipIn(actor, institutionId)!.timeZone));
  const numbers = [...days.keys()];
  const { birthDate } = table;
  // As in the index.
  const at = sql`(extract(month from ${birthDate}) * 100 + extract(day from ${birthDate}))`;
  const rows = await query<Row>(db)`
    select ${table.id}::text as id, concat_ws(' ', ${table.firstName}, ${table.surname}) as name, ${at}::int as at,
      (count(*) over ())::int as all
    from ${from} where ${table.institutionId} = ${institutionId} and ${visible} and ${birthDate} is not null
      and ${at} = any (${sql.param(numbers)}::numeric[])
    order by array_position(${sql.param(numbers)}::int[], ${at}::int), ${table.surname}, ${table.id} limit ${shown}`;
  if (rows.length === 0) return null;
  const more = rows[0]!.all - rows.length;
  return {
    as: 'calendar',
    ...(more > 0 && { hint: `And ${more} more.` }),
    days: rows.map(({ id, name, at: number }) => ({
      day: days.get(number)!,
      label: name,
      href: `${href}${id}`,
    })),
  };
}
