import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { mergeEdit, type Opened } from '#kernel/edit/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { memberships, roles } from '#kernel/identity.schema.ts';
import { line, list } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { isProtected, isSensitive } from './protected-roles.ts';
import { type RoleInput, nameTaken, refuseUngrantable, uniquePermissions } from './role-fields.ts';
import { countHolders, lockRoleToChange } from './lock-role.ts';

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
      .set({ name: input.name, permissions: uniquePermissions(input.permissions) })
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
