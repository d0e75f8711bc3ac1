import { and, eq, sql, asc, desc, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { day, line, list } from '#kernel/schemas.ts';
import { lockForRoles } from '#features/access/accounts/roles/change-roles.ts';
import { notifyOfRole, insertMembership } from '#features/access/accounts/roles/add-role.ts';
import { recordAccountChange } from '#features/access/accounts/own-access.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { employeeMoves } from './employees.schema.ts';
import { lockEmployee } from './create-employee.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { mayAssignRole } from '#features/access/accounts/accounts.policy.ts';
import { needsSecondPerson } from '#features/access/accounts/roles/protected-roles.ts';
import { accountsOf, heldAs } from './employee-duplicates.ts';

export const ReinstateEmployee = z.object({
  back_on: day,
  reason: line(300, 'The reason'),
  /** Former roles to restore, each as `account.role`. */
  roles: list(z.string().regex(/^\d{1,16}\.\d{1,16}$/, 'Choose one of the former roles.')),
});

/** Records the return of a former employee. Restores only the selected former roles, and only those that the actor can assign. */
export async function reinstateEmployee(
  tx: Tx,
  actor: Actor,
  employeeId: number,
  input: z.infer<typeof ReinstateEmployee>,
) {
  const employee = await lockEmployee(tx, actor, employeeId);
  const { institutionId } = employee;
  allow(actor, 'employees.changeStatus', institutionId);
  const name = `${employee.firstName} ${employee.surname}`;
  if (!employee.leftOn) throw new ValidationError('form', `${name} already works here.`);
  if (input.back_on > today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('back_on', 'This date is in the future. Record the return on the day itself.');
  if (input.back_on < employee.leftOn) throw new ValidationError('back_on', 'This date is before the leaving date.');
  const last = await lastLeaving(tx, institutionId, employeeId);
  const chosen = (last?.endedRoles ?? []).filter((one) => input.roles.includes(keyOf(one)));
  if (chosen.length !== new Set(input.roles).size)
    throw new ValidationError('roles', 'Choose one of the former roles.');
  await tx
    .update(employees)
    .set({ leftOn: null, leavingReason: null, updatedAt: sql`now()` })
    .where(hasKey(employees, institutionId, employeeId));
  await lockForRoles(
    tx,
    actor,
    chosen.map(({ roleId }) => roleId),
    null,
  );
  const given: string[] = [];
  for (const { accountId, roleId, wasShut } of chosen.toSorted((one, other) => one.accountId - other.accountId)) {
    await refuseElsewhere(tx, institutionId, accountId);
    const role = await insertMembership(tx, actor, accountId, roleId, { employeeId });
    if (wasShut) await openSignIn(tx, actor, institutionId, accountId);
    await notifyOfRole(tx, actor, accountId, role, 'added');
    given.push(role.name);
  }
  await tx.insert(employeeMoves).values({
    institutionId,
    employeeId,
    kind: 'back',
    onDate: input.back_on,
    reason: input.reason,
    accountId: actor.accountId,
  });
  await record(tx, actor, 'employees.comeBack', {
    institutionId,
    summary: `reinstated ${name} on ${formatDay(input.back_on)}`,
    subject: { type: 'employee', id: employeeId },
    details: { reason: input.reason, roles: given },
  });
  return { name, roles: given.length };
}

/** An account that now belongs to other institutions needs a new invitation. */
async function refuseElsewhere(tx: Tx, institutionId: number, accountId: number) {
  const rows = await query<{ ids: number[] }>(tx, render)`select akada_institutions_of(${accountId}) as ids`;
  const { ids } = rows[0]!;
  if (ids.length > 0 && !ids.includes(institutionId))
    throw new ValidationError(
      'roles',
      'This account belongs to another institution now. Send a new invitation instead.',
    );
}

/** Enables the account if the exit disabled it, once a role is restored. */
async function openSignIn(tx: Tx, actor: Actor, institutionId: number, accountId: number) {
  const [opened] = await tx
    .update(accounts)
    .set({ disabledAt: null })
    .where(
      and(
        eq(accounts.id, accountId),
        sql`${accounts.disabledAt} is not null and akada_institutions_of(${accounts.id}) = array[${institutionId}::int]`,
      ),
    )
    .returning({ name: accounts.name });
  if (opened)
    await recordAccountChange(
      tx,
      actor,
      { id: accountId, institutionIds: [institutionId] },
      'accounts.enable',
      `enabled the account of ${opened.name}`,
    );
}

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
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
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
async function lastLeaving(db: Db | Tx, institutionId: number, employeeId: number) {
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

/** The former roles, each with whether the actor can restore it. Deleted roles are skipped. */
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
const keyOf = ({ accountId, roleId }: { accountId: number; roleId: number }) => `${accountId}.${roleId}`;
