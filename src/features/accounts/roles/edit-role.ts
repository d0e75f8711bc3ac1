import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit, type Opened } from '#kernel/edit/edit.ts';
import { NotAllowed, refuseDuplicate, Refused } from '#kernel/errors.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { holds, mayEditRole } from '../accounts.policy.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { lockRoleWith } from './add-role.ts';
import { isProtected, isSensitive } from './protected-roles.ts';

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
        permissions: sorted(input.permissions),
      })
      .returning({ id: roles.id }),
    nameTaken(input.name),
  );
  await record(tx, actor, 'roles.create', {
    institutionId,
    summary: `added the role ${input.name}`,
    subject: { type: 'role', id: row!.id },
    details: { permissions: sorted(input.permissions) },
  });
  return row!.id;
}

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
  sent: RoleInput & { opened: Opened },
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
      .set({ name: input.name, permissions: sorted(input.permissions) })
      .where(and(eq(roles.institutionId, before.institutionId), eq(roles.id, roleId))),
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
  sent: RoleInput & { opened: Opened },
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

/** Deletes a role that no user has. */
export async function deleteRole(tx: Tx, actor: Actor, roleId: number): Promise<{ name: string }> {
  const role = await lockRoleToChange(tx, actor, roleId);
  if (role.isSeeded)
    throw new Refused('form', `${role.name} is a default role and can’t be deleted. Remove its permissions instead.`);
  const people = await countHolders(tx, role);
  if (people > 0) {
    const users = people === 1 ? '1 user has' : `${people} users have`;
    throw new Refused('form', `${users} the role ${role.name}. Assign them another role first.`);
  }
  await tx.delete(roles).where(and(eq(roles.institutionId, role.institutionId), eq(roles.id, roleId)));
  await record(tx, actor, 'roles.delete', {
    institutionId: role.institutionId,
    summary: `deleted the role ${role.name}`,
    subject: { type: 'role', id: roleId },
    details: { permissions: role.permissions },
  });
  return role;
}

async function countHolders(tx: Tx, { institutionId, id }: { institutionId: number; id: number }): Promise<number> {
  const [held] = await tx
    .select({ people: sql<number>`count(distinct ${memberships.accountId})::int` })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.roleId, id)));
  return held!.people;
}

async function lockRoleToChange(tx: Tx, actor: Actor, roleId: number) {
  const role = await lockRoleWith(tx, actor, 'roles.edit', roleId);
  if (role.key === 'owner') throw new Refused('form', 'Owners always have all permissions. This role can’t be edited.');
  if (!mayEditRole(actor, role))
    throw new NotAllowed('This role has permissions that you don’t have. Ask an owner to edit it.');
  return role;
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

/** Users can only add permissions that they have themselves. */
function refuseUngrantable(actor: Actor, institutionId: number, permissions: string[]): void {
  if (!holds(actor, institutionId, permissions)) {
    throw new Refused(
      'permissions',
      'You can only add permissions that you have yourself. Ask an owner to add the others.',
    );
  }
}

const sorted = (permissions: string[]) => [...new Set(permissions)].sort();
