import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { findManaged } from '../find-account.ts';
import { approvalReason } from '../invitations/linked-records.ts';
import { employeeLabel, addedLinkNeedsApproval } from '../invitations/employee-links.ts';
import { isProtected, needsSecondPerson } from './protected-roles.ts';
import { recordAccountChange } from '../record-account-change.ts';
import { sendRoleMessage, notifyOfRole } from './notify-of-role.ts';
import { insertMembership, roleToAdd } from './add-membership.ts';

export const AddRole = z.object({ role_id: id, employee_id: emptyIsNull(id) });

export const addRoleApproval = approvalKind({
  kind: 'accounts.giveRole',
  label: 'Role',
  permission: 'accounts.edit',
  payload: z.object({
    accountId: z.number(),
    role_id: z.number(),
    employee_id: z.number().nullable(),
    /** The employee to link, whose record does not have this account's contacts. */
    employee: z.string().nullish(),
    contacts: z.object({ email: z.string().nullable(), phone: z.string().nullable() }).nullish(),
  }),
  async act(tx, asker, { accountId, contacts, ...input }) {
    const { email, phone } = await findManaged(tx, asker, accountId);
    if (contacts && (contacts.email !== email || contacts.phone !== phone))
      throw new Conflict(
        'This account’s contacts have changed since this was requested. Decline it, then request it again.',
      );
    await addRole(tx, asker, accountId, input, { approved: true });
    return { message: 'The role was added.' };
  },
  details: (_reader, { employee, contacts }) =>
    contacts
      ? [
          ...(employee ? ([['Record', employee]] as [string, string][]) : []),
          ['Account’s e-mail', contacts.email ?? '—'],
          ['Account’s phone', contacts.phone ?? '—'],
          approvalReason,
        ]
      : [],
});

/** Adds a role, in the role's institution, to an account the actor can see. */
export async function addRole(
  tx: Tx,
  actor: Actor,
  accountId: number,
  input: z.infer<typeof AddRole>,
  { approved = false } = {},
): Promise<Requested | null> {
  const account = await findManaged(tx, actor, accountId);
  const links = { employeeId: input.employee_id };
  if (!approved) {
    const role = await roleToAdd(tx, actor, accountId, input.role_id, links);
    refuseNonMember(actor, account, role);
    const { institutionId } = role;
    const exceedsActor = await addedLinkNeedsApproval(
      tx,
      actor,
      { institutionId, employeeId: input.employee_id, roles: [role] },
      account,
    );
    if (exceedsActor || needsSecondPerson(actor, role)) {
      const employee = exceedsActor ? await employeeLabel(tx, institutionId, input.employee_id) : null;
      return requestApproval(tx, actor, addRoleApproval, {
        institutionId,
        subject: { type: 'account', id: accountId },
        about: exceedsActor ? `role:${role.id}:employee:${input.employee_id}` : `role:${role.id}`,
        payload: {
          accountId,
          ...input,
          employee,
          contacts: exceedsActor ? { email: account.email, phone: account.phone } : null,
        },
        summary: `add the role ${role.name} to ${account.name}${employee ? ` as ${employee}` : ''}`,
      });
    }
  }
  const role = await insertMembership(tx, actor, accountId, input.role_id, links, { approved });
  refuseNonMember(actor, account, role);
  // Links and codes from before may be held by someone who can no longer manage this account.
  if (isProtected(role)) await revokeTokens(tx, accountId, 'revoked');
  await recordAccountChange(
    tx,
    actor,
    { id: accountId, institutionIds: [role.institutionId] },
    'accounts.giveRole',
    `added the role ${role.name} to ${account.name}`,
    {
      role: role.name,
    },
  );
  await notifyOfRole(tx, actor, accountId, role, 'added');
  if (isProtected(role) && accountId !== actor.accountId) await sendRoleMessage(tx, actor, account, role);
  return null;
}

/** A user joins another institution by accepting an invitation. */
function refuseNonMember(
  actor: Actor,
  { name, institutionIds }: { name: string; institutionIds: number[] },
  { institutionId }: { institutionId: number },
): void {
  if (institutionIds.includes(institutionId)) return;
  const institution = membershipIn(actor, institutionId)!.name;
  throw new ValidationError('role_id', `${name} isn’t a user of ${institution} yet. Send an invitation from there.`);
}
