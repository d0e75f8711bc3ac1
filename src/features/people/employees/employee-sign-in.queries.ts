import { and, asc, eq, inArray, isNull, or, sql, type Placeholder } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

/** Part of a query: the accounts linked to an employee. */
export const accountsOf = (institutionId: number, employeeId: number) => sql`(
  select account_id from ${memberships} where institution_id = ${institutionId} and employee_id = ${employeeId})`;

/**
 * The roles that an account holds as this employee: those linked to the record, and those linked to no record. Roles as
 * a parent, a student or another employee do not count.
 */
export const heldAs = (employeeId: number | Placeholder) =>
  or(
    eq(memberships.employeeId, employeeId),
    and(isNull(memberships.employeeId), isNull(memberships.studentId), isNull(memberships.guardianId)),
  )!;

const signIns = cachedQuery((db, actor) =>
  db
    .select({
      accountId: accounts.id,
      username: accounts.username,
      state: sql<'active' | 'invited' | 'disabled'>`case when ${accounts.disabledAt} is not null then 'disabled'
        when ${credentials.passwordHash} is null then 'invited' else 'active' end`,
      role: roles.name,
    })
    .from(employees)
    .innerJoin(memberships, and(eq(memberships.institutionId, employees.institutionId), heldAs(recordId)))
    .innerJoin(roles, and(eq(roles.institutionId, memberships.institutionId), eq(roles.id, memberships.roleId)))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        visibleTo(actor, employees),
        eq(employees.id, recordId),
        inArray(
          memberships.accountId,
          sql`(select m.account_id from ${memberships} m where m.institution_id = ${employees.institutionId} and m.employee_id = ${recordId})`,
        ),
      ),
    )
    .orderBy(asc(accounts.id), asc(memberships.id)),
);

/** The accounts of an employee, with their roles. */
export async function signInsOf(db: Db, actor: Actor, employeeId: number) {
  const rows = await signIns(db, actor, {}, { id: employeeId });
  const all = new Map<
    number,
    { accountId: number; username: string; state: (typeof rows)[number]['state']; roles: string[] }
  >();
  for (const { role, ...account } of rows) {
    const known = all.get(account.accountId) ?? { ...account, roles: [] };
    if (!known.roles.includes(role)) known.roles.push(role);
    all.set(account.accountId, known);
  }
  return [...all.values()];
}
export type SignIn = Awaited<ReturnType<typeof signInsOf>>[number];
