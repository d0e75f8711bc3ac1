import { accountNameOf } from '#kernel/account-name.ts';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { mayAssignRole } from '#features/access/accounts/accounts.policy.ts';
import { needsSecondPerson } from '#features/access/accounts/roles/protected-roles.ts';
import { accountsOf, heldAs } from './employee-sign-in.queries.ts';
import { employeeMoves } from './employees.schema.ts';

/** Every role that ends when an employee leaves, with its account. */
export const rolesEnding = (db: Db | Tx, institutionId: number, employeeId: number) =>
  db
    .select({
      membershipId: memberships.id,
      accountId: accounts.id,
      account: accountNameOf(accounts.name, accounts.username),
      username: accounts.username,
      isGroupAdministrator: accounts.isGroupAdministrator,
      /** The account's remaining roles: at other institutions, or here as a parent or student. */
      staysElsewhere: sql<boolean>`cardinality(akada_institutions_of(${accounts.id})) > 1 or exists (
        select from ${memberships} other where other.institution_id = ${institutionId} and other.account_id = accounts.id
          and (other.student_id is not null or other.guardian_id is not null or other.employee_id <> ${employeeId}))`,
      roleId: roles.id,
      role: roles.name,
      key: roles.key,
      permissions: roles.permissions,
      institutionId: roles.institutionId,
    })
    .from(memberships)
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(
        eq(memberships.institutionId, institutionId),
        heldAs(employeeId),
        inArray(memberships.accountId, accountsOf(institutionId, employeeId)),
      ),
    )
    .orderBy(asc(accounts.id), asc(memberships.id));

/** The employee's last exit, with the roles that ended. */
export async function lastLeaving(db: Db | Tx, institutionId: number, employeeId: number) {
  const [row] = await db
    .select()
    .from(employeeMoves)
    .where(
      and(
        eq(employeeMoves.institutionId, institutionId),
        eq(employeeMoves.employeeId, employeeId),
        eq(employeeMoves.kind, 'left'),
      ),
    )
    .orderBy(desc(employeeMoves.id))
    .limit(1);
  return row;
}

/** The former roles, each with whether the actor can restore it. Deleted roles are left out. */
export async function rolesOfBefore(db: Db, actor: Actor, institutionId: number, employeeId: number) {
  const [last, kept, people] = await Promise.all([
    lastLeaving(db, institutionId, employeeId),
    db.select().from(roles).where(eq(roles.institutionId, institutionId)),
    db
      .select({ id: accounts.id, username: accounts.username })
      .from(accounts)
      .where(
        inArray(
          accounts.id,
          sql`(select (ended ->> 'accountId')::bigint from ${employeeMoves} m, jsonb_array_elements(m.ended_roles) ended
            where m.institution_id = ${institutionId} and m.employee_id = ${employeeId})`,
        ),
      ),
  ]);
  return (last?.endedRoles ?? []).flatMap(({ accountId, roleId }) => {
    const role = kept.find((one) => one.id === roleId);
    const account = people.find((one) => one.id === accountId);
    if (!role || !account) return [];
    const mayBeGiven = mayAssignRole(actor, role, accountId === actor.accountId) && !needsSecondPerson(actor, role);
    return [{ key: keyOf({ accountId, roleId }), role: role.name, username: account.username, mayBeGiven }];
  });
}

/** The value of a former role in the form. */
export const keyOf = ({ accountId, roleId }: { accountId: number; roleId: number }) => `${accountId}.${roleId}`;
