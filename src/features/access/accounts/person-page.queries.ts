import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { memberships, roles, sessions } from '#kernel/identity.schema.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { holds, managesAccess, mayAssignRole, mayManage } from './accounts.policy.ts';
import { iso } from './accounts.list.ts';
import { findManaged } from './find-account.ts';
import { hiddenRecordsOf } from './invitations/linked-records.ts';
import { isAccountProtected } from './roles/protected-roles.ts';
import { assignableRoles } from './accounts.queries.ts';

/** The data of a user's page, with what the actor can do there. */
export async function personPage(db: Db, actor: Actor, accountId: number) {
  const seen = institutionsWhere(actor, 'accounts.view');
  const editable = institutionsWhere(actor, 'accounts.edit');
  const [account, held, [visits], offer, hidden] = await Promise.all([
    findManaged(db, actor, accountId),
    heldRoles(db, accountId, seen),
    db
      .select({
        open: sql<number>`count(*) filter (where akada_session_alive(${sql.raw('sessions')}))::int`,
        last: iso(sql`max(${sessions.createdAt})`),
      })
      .from(sessions)
      .where(eq(sessions.accountId, accountId)),
    assignableRoles(db, actor, editable, accountId === actor.accountId),
    hiddenRecordsOf(db, actor, accountId),
  ]);
  const isOwn = account.id === actor.accountId;
  const seesContacts =
    isOwn || actor.isGroupAdministrator || (account.homeId !== null && seen.includes(account.homeId));
  const manage = mayManage(actor, account);
  return {
    opened: { name: account.name, email: account.email, phone: account.phone },
    person: {
      id: account.id,
      name: account.name,
      username: account.username,
      email: seesContacts ? account.email : null,
      phone: seesContacts ? account.phone : null,
      hidesContacts: !seesContacts,
      isGroupAdministrator: account.isGroupAdministrator,
      state: account.disabledAt
        ? ('disabled' as const)
        : account.hasPassword
          ? ('active' as const)
          : ('invited' as const),
      hasSecondFactor: account.hasSecondFactor,
      belongsElsewhere: account.institutionIds.some((institutionId) => !seen.includes(institutionId)),
      openSessions: visits?.open ?? 0,
      lastSignIn: visits?.last ?? null,
    },
    /** The institutions where the actor can suspend or remove this user's access. */
    places: isOwn
      ? []
      : editable
          .map((editableId) => held.filter(({ institutionId }) => institutionId === editableId))
          .filter(
            (here) =>
              here.length > 0 &&
              here.every((role) => !managesAccess(role) || holds(actor, role.institutionId, role.permissions)),
          )
          .map(([first]) => ({ id: first!.institutionId, isSuspended: first!.isSuspended })),
    held: held.map(({ key, permissions, isSuspended: _, ...role }) => ({
      ...role,
      mayRemove: mayAssignRole(actor, { key, permissions, institutionId: role.institutionId }, false),
    })),
    // A user joins another institution by invitation.
    roles: offer.filter(
      (role) => account.institutionIds.includes(role.institutionId) && !held.some(({ roleId }) => roleId === role.id),
    ),
    can: {
      manage,
      /** Taking over this account requires a second person's approval. */
      needsApproval: manage && (isAccountProtected(actor, account) || hidden.length > 0),
      disable: manage && !isOwn,
      give: editable.length > 0,
      audit: seen.some((institutionId) => can(actor, 'audit.view', institutionId)),
    },
  };
}

export type PersonPage = Awaited<ReturnType<typeof personPage>>;

const heldRoles = (db: Db, accountId: number, institutionIds: number[]) =>
  db
    .select({
      id: memberships.id,
      institutionId: memberships.institutionId,
      roleId: roles.id,
      role: roles.name,
      key: roles.key,
      permissions: roles.permissions,
      isSuspended: sql<boolean>`${memberships.suspendedAt} is not null`,
      /** The employee or guardian linked to the role. */
      employee: sql<
        string | null
      >`coalesce(${employees.surname} || ', ' || ${employees.firstName}, ${guardians.surname} || ', ' || ${guardians.firstName})`,
    })
    .from(memberships)
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
    .leftJoin(
      employees,
      and(eq(employees.institutionId, memberships.institutionId), eq(employees.id, memberships.employeeId)),
    )
    .leftJoin(
      guardians,
      and(eq(guardians.institutionId, memberships.institutionId), eq(guardians.id, memberships.guardianId)),
    )
    .where(and(eq(memberships.accountId, accountId), inArray(memberships.institutionId, institutionIds)))
    .orderBy(asc(memberships.institutionId), asc(memberships.id));
