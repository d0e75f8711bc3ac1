import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import { expiryWarningDays } from '#kernel/dates.ts';
import { choice, queryParam } from '#kernel/schemas.ts';
import type { Entity } from '../people.schema.ts';
import { expiryOptions } from './expiry-words.ts';

/** Filters people with documents that expire soon or have expired. Only for users who can see documents. */
export const expiryFilter = queryParam(choice(expiryOptions));
export type ExpiryFilter = z.infer<typeof expiryFilter>;

/** People whose documents expire within the warning period, or have expired, by the institution's time zone. */
export function expiryCondition(
  entity: Entity,
  table: { institutionId: SQLWrapper; id: SQLWrapper },
  wanted: ExpiryFilter,
): SQL | undefined {
  if (!wanted) return undefined;
  const today = sql`(now() at time zone i.time_zone)::date`;
  const days =
    wanted === 'expired'
      ? sql`d.expires_on < ${today}`
      : sql`d.expires_on between ${today} and ${today} + ${sql.raw(String(expiryWarningDays))}`;
  return sql`(${table.institutionId}, ${table.id}) in (
    select d.institution_id, d.${sql.raw(`${entity}_id`)} from documents d join institutions i on i.id = d.institution_id
    where ${days} and d.removed_at is null and d.${sql.raw(`${entity}_id`)} is not null)`;
}
