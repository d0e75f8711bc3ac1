import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { readPhones } from '#kernel/phone.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval } from '#features/records/approvals/request-approval.ts';
import { taken } from './account-fields.ts';
import { lockForRoles } from './roles/lock-role.ts';
import { roleToAdd } from './roles/add-membership.ts';
import { invitationSecret } from './invitations/invite.ts';
import { hiddenRecordsOf, approvalReason } from './invitations/linked-records.ts';
import { masked, requireContact } from './invitations/contacts.ts';
import { employeeLabel, isLinkHidden, linkNeedsApproval } from './invitations/employee-links.ts';
import { needsSecondPerson } from './roles/protected-roles.ts';
import { type NewAccountInput, noAccountYet, makeAccount, refuseKnownHere, CreateAccount } from './make-account.ts';

export const createAccountApproval = approvalKind({
  kind: 'accounts.create',
  label: 'Invitation',
  permission: 'accounts.edit',
  payload: z.object({
    input: z.record(z.string(), z.unknown()),
    origin: z.string(),
    roles: z.array(z.string()),
    /** The employee to link, whose record does not have these contacts. */
    employee: z.string().nullish(),
  }),
  async act(tx, asker, { input, origin }, { decider }) {
    const wanted = CreateAccount.parse(input);
    const { account, invitation } = await makeAccount(tx, asker, wanted, origin);
    return (await hiddenRecordsOf(tx, decider, account.id)).length === 0
      ? { secret: invitationSecret(account.name, origin + invitation) }
      : { message: `The invitation was sent to ${masked(account)}.` };
  },
  details: (_reader, { input, roles, employee }) => [
    ['Username', String(input['username'])],
    ['E-mail', String(input['email'] ?? '—')],
    ['Phone', String(input['phone'] ?? '—')],
    ['Roles', roles.join(', ')],
    ...(employee ? ([['Record', employee], approvalReason] as [string, string][]) : []),
  ],
});

/**
 * Invites a person with a new account and a link. If the person already has an account elsewhere, the roles are offered
 * to that account as well; the inviting institution learns of it only when they are accepted.
 */
export async function createAccount(tx: Tx, actor: Actor, typed: NewAccountInput, origin: string) {
  allow(actor, 'accounts.edit', typed.institution_id);
  const { countryId } = membershipIn(actor, typed.institution_id)!;
  const input = { ...typed, ...readPhones(typed, countryId, 'phone') };
  await lockForRoles(tx, actor, input.role_ids, input.employee_id);
  await refuseKnownHere(tx, actor, input);
  const wanted = [];
  for (const roleId of new Set(input.role_ids))
    wanted.push(await roleToAdd(tx, actor, noAccountYet, roleId, { employeeId: input.employee_id }));
  if (wanted.some((role) => role.institutionId !== input.institution_id)) throw new NotFound('role');
  const { institution_id: institutionId, employee_id: employeeId } = input;
  const link = { institutionId, employeeId, roles: wanted };
  const isHidden = isLinkHidden(actor, link);
  if (isHidden) requireContact(input);
  const exceedsActor = await linkNeedsApproval(tx, actor, link, input);
  if (!exceedsActor && !wanted.some((role) => needsSecondPerson(actor, role))) {
    const { account, invitation } = await makeAccount(tx, actor, input, origin);
    return { account, link: isHidden ? null : invitation, sentTo: masked(account) };
  }
  if (await tx.$count(accounts, eq(accounts.username, input.username)))
    throw new ValidationError(...taken.accounts_username_key);
  const names = wanted.map(({ name }) => name);
  return requestApproval(tx, actor, createAccountApproval, {
    institutionId: input.institution_id,
    subject: { type: 'institution', id: input.institution_id },
    about: `username:${input.username}`,
    payload: {
      input,
      origin,
      roles: names,
      employee: exceedsActor ? await employeeLabel(tx, institutionId, employeeId) : null,
    },
    summary: `invite ${input.name} as ${names.join(', ')}`,
  });
}
