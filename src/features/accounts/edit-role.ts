import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit, type Opened } from '#kernel/edit.ts';
import { NotAllowed, refuseDuplicate, Refused } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { holds, mayEditRole } from './accounts.policy.ts';
import { memberships, oneTimeTokens, roles } from './accounts.schema.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { lockRoleWith } from './add-role.ts';
import { isProtected, isSensitive } from './protected-roles.ts';

/** Which permissions there are is what the application is made of; whoever makes the routes says. */
export const roleSchemas = (known: readonly string[]) => {
  const names = new Set(known);
  const RoleFields = z.object({
    name: line(80, 'The name'),
    permissions: list(z.string().refine((name) => names.has(name), 'There is no such permission.')).pipe(
      z.array(z.string()).max(known.length),
    ),
  });
  return { EditRole: edits(RoleFields), CreateRole: RoleFields.extend({ institution_id: id }) };
};

interface RoleInput {
  name: string;
  permissions: string[];
}

const nameTaken = (name: string) => ({
  roles_institution_id_name_key: ['name', `There is a role ${name} already.`] as [string, string],
});

/** A role of the institution's own making. Returns its id. */
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
    summary: `made the role ${input.name}`,
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
    /** What the role was when it was asked for: what has changed since is not undone. */
    opened: z.record(z.string(), z.unknown()).default({}),
  }),
  async act(tx, asker, { roleId, added: _, ...input }) {
    await editRole(tx, asker, roleId, input, { approved: true });
    return { message: `The role ${input.name} is changed.` };
  },
  details: (_reader, { added }) => [['Sensitive permissions', added.join(', ')]],
});

/** Changes the name of a role and what it may do; its holders may do so from their next request on. */
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
  // To whoever has the role it would be given by this.
  const isGiven = sensitive.length > 0 && !membershipIn(actor, before.institutionId)?.isOwner;
  if (isGiven && !approved && (await countHolders(tx, before)) > 0)
    return requestApproval(tx, actor, editRoleApproval, {
      institutionId: before.institutionId,
      subject: { type: 'role', id: roleId },
      payload: { roleId, ...input, added: sensitive, opened: { name: before.name, permissions: before.permissions } },
      summary: `let everybody with the role ${before.name} do more`,
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

/** Each permission is decided by itself: two people who tick different ones both get theirs. */
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

/** Deletes a role that nobody holds. */
export async function deleteRole(tx: Tx, actor: Actor, roleId: number): Promise<{ name: string }> {
  const role = await lockRoleToChange(tx, actor, roleId);
  if (role.isSeeded)
    throw new Refused(
      'form',
      `${role.name} is one of the roles that every institution has. Take its permissions away instead.`,
    );
  const people = await countHolders(tx, role);
  if (people > 0) {
    const who = people === 1 ? 'One person has' : `${people} people have`;
    throw new Refused('form', `${who} the role ${role.name}. Give them another role first.`);
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
  if (role.key === 'owner')
    throw new Refused('form', 'The owner may always do everything. This role cannot be changed.');
  if (!mayEditRole(actor, role))
    throw new NotAllowed('This role may do more than you. Only somebody who may do all of it can change it.');
  return role;
}

/** A link or code made while its holders could do less may be in the hands of somebody who may not manage them now. */
async function revokeTokensOfHolders(tx: Tx, { institutionId, id }: { institutionId: number; id: number }) {
  const holders = await tx
    .selectDistinct({ accountId: memberships.accountId })
    .from(memberships)
    .innerJoin(oneTimeTokens, eq(oneTimeTokens.accountId, memberships.accountId))
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.roleId, id)))
    .orderBy(memberships.accountId);
  for (const { accountId } of holders) await revokeTokens(tx, accountId, 'revoked');
}

/** Into a role goes only what the person holds himself. */
function refuseUngrantable(actor: Actor, institutionId: number, permissions: string[]): void {
  if (!holds(actor, institutionId, permissions)) {
    throw new Refused('permissions', 'You can only add what you may do yourself. Ask an owner for the rest.');
  }
}

const sorted = (permissions: string[]) => [...new Set(permissions)].sort();
