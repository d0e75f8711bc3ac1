import { sql, type SQL } from 'drizzle-orm';
import type { DashletView } from '#kernel/contracts/dashlet.ts';
import { expiryWarningDays } from '#kernel/dates.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Entity } from '../people.schema.ts';

/** How many documents of people expire within the warning period, and how many have; `visible` is about a table of people. */
export async function expiringCount(
  db: Db,
  entity: Entity,
  { from, id, visible, href }: { from: SQL; id: SQL; visible: SQL; href: string },
): Promise<DashletView | null> {
  const owner = sql.raw(`d.${entity}_id`);
  const today = sql`(now() at time zone i.time_zone)::date`;
  const [row] = await rowsOf<{ soon: number; expired: number }>(
    db,
    sql`select count(*) filter (where d.expires_on >= ${today})::int as soon, count(*) filter (where d.expires_on < ${today})::int as expired
      from documents d join institutions i on i.id = d.institution_id
      join ${from} on (${sql.identifier(`${entity}s`)}.institution_id, ${id}) = (d.institution_id, ${owner})
      where d.expires_on <= current_date + ${expiryWarningDays + 1}::int and d.removed_at is null
        and d.expires_on <= ${today} + ${expiryWarningDays}::int and ${visible}`,
  );
  const { soon, expired } = row!;
  if (soon + expired === 0) return null;
  return {
    ...{ as: 'figure', value: soon, href: `${href}?papers=expiring`, hint: `Within ${expiryWarningDays} days` },
    ...(expired > 0 && { trend: { label: `${expired} expired already`, tone: 'bad' } }),
  };
}
