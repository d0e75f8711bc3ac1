import { eq, inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '../actor.ts';
import type { Permission } from '../permissions.ts';

/** Rows that are read together: of all institutions, or of one with its own clock. */
export interface Part {
  where: SQL | undefined;
  timeZone?: string;
}

/** The rows of the institutions in view in which the user has one of the permissions. */
export const inInstitutions =
  (column: SQLWrapper, ...permissions: Permission[]) =>
  (actor: Actor, wanted?: number): Part[] => [
    { where: inArray(column as never, institutionsInView(actor, wanted, ...permissions)) },
  ];

/** The same, but each institution is read from its own range of the index and with its own clock. */
export const inEachInstitution =
  (column: SQLWrapper, permission: Permission) =>
  (actor: Actor, wanted?: number): Part[] =>
    institutionsInView(actor, wanted, permission).map((institutionId) => ({
      where: eq(column as never, institutionId),
      timeZone: membershipIn(actor, institutionId)!.timeZone,
    }));
