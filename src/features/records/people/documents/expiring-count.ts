import { sql, type SQL } from 'drizzle-orm';
import type { DashletView, PendingTask } from '#kernel/contracts/dashlet.ts';
import { expiryWarningDays } from '#kernel/dates.ts';
import { type Db, query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import type { Entity } from '../people.schema.ts';

interface Documents {
  from: SQL;
  id: SQL;
  /** About the table of people. */
  visible: SQL;
  href: string;
}

/** How many documents of people expire within the warning period, and how many have. */
async function countExpiring(
  db: Db,
  entity: Entity,
  { from, id, visible }: Documents,
): Promise<{ soon: number; expired: number }> {
  const owner = sql.raw(`d.${entity}_id`);
  const today = sql`(now() at time zone i.time_zone)::date`;
  const [row] = await query<{ soon: number; expired: number }>(db)`
    select count(*) filter (where d.expires_on >= ${today})::int as soon, count(*) filter (where d.expires_on < ${today})::int as expired
    from documents d join institutions i on i.id = d.institution_id
    join ${from} on (${sql.identifier(`${entity}s`)}.institution_id, ${id}) = (d.institution_id, ${owner})
    where d.expires_on <= current_date + ${expiryWarningDays + 1}::int and d.removed_at is null
      and d.expires_on <= ${today} + ${expiryWarningDays}::int and ${visible}`;
  return row!;
}

/** The same as a dashlet. */
export async function expiringCount(db: Db, entity: Entity, documents: Documents): Promise<DashletView | null> {
  const { soon, expired } = await countExpiring(db, entity, documents);
  if (soon + expired === 0) return null;
  return {
    as: 'figure',
    value: soon,
    href: `${documents.href}?papers=expiring`,
    hint: `Within ${expiryWarningDays} days`,
    ...(expired > 0 && { trend: { label: `${expired} already expired`, tone: 'bad' } }),
  };
}

/** The same as work for people who ask for new ones. */
export async function expiringWork(db: Db, entity: Entity, documents: Documents): Promise<PendingTask[]> {
  const { soon, expired } = await countExpiring(db, entity, documents);
  return pendingTask(soon + expired, {
    one: expired > 0 ? `expired ${entity} document` : `${entity} document that expires soon`,
    many: expired > 0 ? `${entity} documents that expire soon or have expired` : `${entity} documents that expire soon`,
    href: `${documents.href}?papers=expiring`,
    action: 'Review',
  });
}
