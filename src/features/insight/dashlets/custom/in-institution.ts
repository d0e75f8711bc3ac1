import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';

/** Rows of the institution, with the permission there. */
export const inInstitution =
  (column: SQLWrapper, permission: Permission) =>
  (actor: Actor, institutionId: number): SQL => {
    const ids = institutionsInView(actor, institutionId, permission);
    return ids.length ? isOneOf(column, ids) : sql`false`;
  };
