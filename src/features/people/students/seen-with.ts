import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { childrenOf, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/**
 * Visible students of whom the actor can see more: all with the first permission, otherwise themselves or their own
 * children with the second.
 */
export const seenWith = (actor: Actor, [all, self]: readonly [Permission, Permission], wanted?: number): SQL =>
  and(visibleTo(actor, students, wanted), or(...ways(actor, [all, self], wanted)) ?? sql`false`)!;

const ways = (actor: Actor, [all, self]: readonly [Permission, Permission], wanted?: number): SQL[] =>
  institutionsInView(actor, wanted, all, self).flatMap((id) => {
    const { permissions, studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = and(eq(students.institutionId, id), isNull(students.mergedIntoId))!;
    if (permissions.has(all)) return [here];
    const own: SQL[] = [];
    if (studentIds.length) own.push(inArray(students.id, studentIds));
    if (guardianIds.length) own.push(inArray(students.id, childrenOf(id, guardianIds)));
    return own.length ? [and(here, or(...own))!] : [];
  });
