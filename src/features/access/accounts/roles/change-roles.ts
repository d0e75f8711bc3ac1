import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { mergeEdit, type OpenedValues, edits } from '#kernel/edit/edit.ts';
import { refuseDuplicate, ValidationError, NotAllowed, NotFound } from '#kernel/errors.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { line, list, id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { isProtected, isSensitive } from './protected-roles.ts';
import { randomBytes } from 'node:crypto';
import { holds, mayEditRole } from '../accounts.policy.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { isLinkHidden } from '../invitations/linked-records.ts';

/** Adds a custom role. Returns its id. */
export async function createRole(tx: Tx, actor: Actor, input: RoleInput & { institution_id: number }): Promise<number> {
  const institutionId = input.institution_id;
  allow(actor, 'roles.edit', institutionId);
  refuseUngrantable(actor, institutionId, input.permissions);
  const [row] = await refuseDuplicate(
    tx
      .insert(roles)
      .values({
        institutionId,
        key: `own_${randomBytes(6).toString('hex')}`,
        name: input.name,
        permissions: uniquePermissions(input.permissions),
      })
      .returning({ id: roles.id }),
    nameTaken(input.name),
  );
  await record(tx, actor, 'roles.create', {
    institutionId,
    summary: `added the role ${input.name}`,
    subject: { type: 'role', id: row!.id },
    details: { permissions: uniquePermissions(input.permissions) },
  });
  return row!.id;
}

/** The known permissions are passed in, because the features define them. */
export const roleSchemas = (known: readonly string[]) => {
  const names = new Set(known);
  const RoleFields = z.object({
    name: line(80, 'The name'),
    permissions: list(
      z.string().refine((name) => names.has(name), 'Unknown permission. Reload the page and try again.'),
    ).pipe(z.array(z.string()).max(known.length)),
  });
  return { EditRole: edits(RoleFields), CreateRole: RoleFields.extend({ institution_id: id }) };
};

interface RoleInput {
  name: string;
  permissions: string[];
}

const nameTaken = (name: string) => ({
  roles_institution_id_name_key: ['name', `A role named ${name} already exists. Use a different name.`] as [
    string,
    string,
  ],
});

/** Users can only add permissions that they have themselves. */
function refuseUngrantable(actor: Actor, institutionId: number, permissions: string[]): void {
  if (!holds(actor, institutionId, permissions)) {
    throw new ValidationError(
      'permissions',
      'You can only add permissions that you have yourself. Ask an owner to add the others.',
    );
  }
}

const uniquePermissions = (permissions: string[]) => [...new Set(permissions)].sort();

export const editRoleApproval = approvalKind({
  kind: 'roles.edit',
  label: 'Permissions',
  permission: 'roles.edit',
  payload: z.object({
    roleId: z.number(),
    name: z.string(),
    permissions: z.array(z.string()),
    added: z.array(z.string()),
    /** The values when the request was made, so that later changes are not undone. */
    opened: z.record(z.string(), z.unknown()).default({}),
  }),
  async act(tx, asker, { roleId, added: _, ...input }) {
    await editRole(tx, asker, roleId, input, { approved: true });
    return { message: `The role ${input.name} was saved.` };
  },
  details: (_reader, { added }) => [['Sensitive permissions', added.join(', ')]],
});

/** Edits a role's name and permissions; they apply from its holders' next request. */
export async function editRole(
  tx: Tx,
  actor: Actor,
  roleId: number,
  sent: RoleInput & { opened: OpenedValues },
  { approved = false } = {},
): Promise<Requested | null> {
  const before = await lockRoleToChange(tx, actor, roleId);
  const input = await mergeRole(tx, actor, before, sent);
  const added = input.permissions.filter((name) => !before.permissions.includes(name));
  const removed = before.permissions.filter((name) => !input.permissions.includes(name));
  refuseUngrantable(actor, before.institutionId, added);
  if (before.name === input.name && !added.length && !removed.length) return null;
  const sensitive = added.filter(isSensitive);
  // Editing a role gives the permission to everyone who has it.
  const isGiven = sensitive.length > 0 && !membershipIn(actor, before.institutionId)?.isOwner;
  if (isGiven && !approved && (await countHolders(tx, before)) > 0)
    return requestApproval(tx, actor, editRoleApproval, {
      institutionId: before.institutionId,
      subject: { type: 'role', id: roleId },
      payload: { roleId, ...input, added: sensitive, opened: { name: before.name, permissions: before.permissions } },
      summary: `add sensitive permissions to the role ${before.name}`,
    });
  await refuseDuplicate(
    tx
      .update(roles)
      .set({ name: input.name, permissions: uniquePermissions(input.permissions) })
      .where(hasKey(roles, before.institutionId, roleId)),
    nameTaken(input.name),
  );
  if (!isProtected(before) && isProtected({ key: before.key, permissions: input.permissions }))
    await revokeTokensOfHolders(tx, before);
  await record(tx, actor, 'roles.edit', {
    institutionId: before.institutionId,
    summary: `changed the role ${input.name}`,
    subject: { type: 'role', id: roleId },
    details: {
      added,
      removed,
      ...(before.name === input.name ? {} : { changes: { name: { from: before.name, to: input.name } } }),
    },
  });
  return null;
}

/** Permissions are merged one by one, so two people who change different ones both keep their change. */
async function mergeRole(
  tx: Tx,
  actor: Actor,
  before: { institutionId: number; id: number; name: string; permissions: string[] },
  sent: RoleInput & { opened: OpenedValues },
): Promise<RoleInput> {
  const { input } = await mergeEdit(tx, actor, {
    fields: z.object({ name: line(80, 'The name'), permissions: list(z.string()) }),
    sent: { name: sent.name, permissions: sent.permissions, opened: sent.opened },
    current: before,
    subject: { institutionId: before.institutionId, type: 'role', id: before.id },
    sets: ['permissions'],
  });
  return input;
}

/** Links and codes from before the change may be held by someone who can no longer manage these accounts. */
async function revokeTokensOfHolders(tx: Tx, { institutionId, id }: { institutionId: number; id: number }) {
  const holders = await tx
    .selectDistinct({ accountId: memberships.accountId })
    .from(memberships)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.accountId, memberships.accountId))
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.roleId, id)))
    .orderBy(memberships.accountId);
  for (const { accountId } of holders) await revokeTokens(tx, accountId, 'revoked');
}

/** Deletes a role that no user has. */
export async function deleteRole(tx: Tx, actor: Actor, roleId: number): Promise<{ name: string }> {
  const role = await lockRoleToChange(tx, actor, roleId);
  if (role.isSeeded)
    throw new ValidationError(
      'form',
      `${role.name} is a default role and can’t be deleted. Remove its permissions instead.`,
    );
  const people = await countHolders(tx, role);
  if (people > 0) {
    const users = people === 1 ? '1 user has' : `${people} users have`;
    throw new ValidationError('form', `${users} the role ${role.name}. Assign them another role first.`);
  }
  await tx.delete(roles).where(hasKey(roles, role.institutionId, roleId));
  await record(tx, actor, 'roles.delete', {
    institutionId: role.institutionId,
    summary: `deleted the role ${role.name}`,
    subject: { type: 'role', id: roleId },
    details: { permissions: role.permissions },
  });
  return role;
}

/**
 * Locks and returns the role if the actor has the permission there. NotFound outside the actor's institutions, else
 * NotAllowed.
 */
async function lockRoleWith(tx: Tx, actor: Actor, permission: Permission, roleId: number) {
  const isRole = eq(roles.id, roleId);
  const isManaged = inArray(roles.institutionId, institutionsWhere(actor, permission));
  const [role] = await tx.select().from(roles).where(and(isRole, isManaged)).for('no key update');
  if (role) return role;
  const [other] = await tx.select({ institutionId: roles.institutionId }).from(roles).where(isRole);
  throw other && membershipIn(actor, other.institutionId) ? new NotAllowed() : new NotFound('role');
}

/** A role of the actor's institutions. */
export async function lockRole(tx: Tx, actor: Actor, roleId: number) {
  return lockRoleWith(tx, actor, 'accounts.view', roleId);
}

async function countHolders(tx: Tx, { institutionId, id }: { institutionId: number; id: number }): Promise<number> {
  const [held] = await tx
    .select({ people: sql<number>`count(distinct ${memberships.accountId})::int` })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.roleId, id)));
  return held!.people;
}

export async function lockRoleToChange(tx: Tx, actor: Actor, roleId: number) {
  const role = await lockRoleWith(tx, actor, 'roles.edit', roleId);
  if (role.key === 'owner')
    throw new ValidationError('form', 'Owners always have all permissions. This role can’t be edited.');
  if (!mayEditRole(actor, role))
    throw new NotAllowed('This role has permissions that you don’t have. Ask an owner to edit it.');
  return role;
}

export const beyondActor = 'This role has permissions that you can’t assign. Ask an owner.';

/**
 * People see their own record without an access log, so nobody may link themselves to a record they cannot see in full.
 */
export function refuseOwn(
  actor: Actor,
  { institutionId, key }: { institutionId: number; key: string },
  employeeId: number,
) {
  const { employeeIds, permissions } = membershipIn(actor, institutionId)!;
  if (employeeIds.includes(employeeId)) return;
  const roles = [{ key: permissions.has('students.viewOwn') ? 'teacher' : key, permissions: [...permissions] }];
  if (isLinkHidden(actor, { institutionId, employeeId, roles }))
    throw new ValidationError('employee_id', 'This is your own account. Ask a colleague to link it to your record.');
}

/**
 * Locks what adding roles needs, in the common order: the employee, then the roles, and accounts afterwards. Call it
 * once before adding several roles.
 */
export async function lockForRoles(tx: Tx, actor: Actor, roleIds: number[], employeeId: number | null): Promise<void> {
  const managed = institutionsWhere(actor, 'accounts.edit', 'employees.changeStatus');
  if (employeeId !== null)
    await tx
      .select({ id: employees.id })
      .from(employees)
      .where(and(inArray(employees.institutionId, managed), eq(employees.id, employeeId)))
      .for('share');
  await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(inArray(roles.institutionId, managed), inArray(roles.id, roleIds)))
    .orderBy(roles.id)
    .for('no key update');
}
