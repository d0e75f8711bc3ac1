import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { expiryWarningDays } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { choice, said } from '#kernel/schemas.ts';
import type { Entity } from './people.schema.ts';

/** Who has a paper that expires soon, or one that has expired. Only for who may see papers: `allowPapers`. */
export const papersFilter = said(
  choice({ expiring: `Expire within ${expiryWarningDays} days`, expired: 'Have expired' }),
);
export type PapersFilter = z.infer<typeof papersFilter>;

interface Ways {
  seeing: readonly Permission[];
  private: Permission;
}

/** Whether the person may see papers in all institutions in view. */
export const seesPapers = (actor: Actor, { seeing, private: needed }: Ways, wanted?: number): boolean =>
  institutionsInView(actor, wanted, ...seeing).every((id) => membershipIn(actor, id)!.permissions.has(needed));

/** Whom a filter finds tells what it asked: what a person may not see he may not ask for. */
export function allowPapers(
  actor: Actor,
  filter: { papers?: PapersFilter; institution_id?: number },
  ways: Ways,
): void {
  if (filter.papers && !seesPapers(actor, ways, filter.institution_id))
    throw new NotAllowed('You may not see documents, so the list cannot be narrowed by them.');
}

/** Those whose papers expire within the days of warning, or have expired, by the institution's own clock. */
export function papersCondition(
  entity: Entity,
  table: { institutionId: SQLWrapper; id: SQLWrapper },
  wanted: PapersFilter,
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
