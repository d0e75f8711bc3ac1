import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { emptyIsNull, id, list } from '#kernel/schemas.ts';
import { AccountFields, taken, username } from './setup.ts';
import { lockForRoles } from './roles/change-roles.ts';
import { insertMembership, roleToAdd } from './roles/add-role.ts';
import { makeInvitation, sendInvitation, type SendingOptions, invitationSecret } from './invitations/invite.ts';
import { insertInvited } from './invitations/offers.ts';
import { recordAccountChange, findToManage, lockManaged } from './own-access.ts';
import { readPhones } from '#kernel/phone.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval } from '#features/records/approvals/request-approval.ts';
import * as linked from './invitations/linked-records.ts';
import { needsSecondPerson } from './roles/protected-roles.ts';
import { lockOwnerRoles, refuseLastOwner } from './roles/last-owner.ts';
import { endSessions } from './sign-in/open-session.ts';

export const CreateAccount = AccountFields.extend({
  institution_id: id,
  username,
  role_ids: list(id).pipe(z.array(z.number()).min(1, 'Choose at least one role.').max(20)),
  employee_id: emptyIsNull(id),
});

type NewAccountInput = z.infer<typeof CreateAccount>;

/** An id that no account has. */
const noAccountYet = -1;

/** Creates the account, with roles that the actor can add alone or that a second person has approved. */
export async function makeAccount(
  tx: Tx,
  actor: Actor,
  input: NewAccountInput,
  origin: string,
  how: SendingOptions = {},
) {
  allow(actor, 'accounts.edit', input.institution_id);
  await lockForRoles(tx, actor, input.role_ids, input.employee_id);
  await refuseKnownHere(tx, actor, input);
  const given = await tx
    .select({ name: roles.name })
    .from(roles)
    .where(and(eq(roles.institutionId, input.institution_id), inArray(roles.id, input.role_ids)))
    .orderBy(roles.id);
  const account = await refuseDuplicate(
    insertInvited(
      tx,
      actor,
      input.institution_id,
      input,
      given.map(({ name }) => name),
    ),
    taken,
  );
  for (const roleId of new Set(input.role_ids)) {
    const role = await insertMembership(
      tx,
      actor,
      account.id,
      roleId,
      { employeeId: input.employee_id },
      { approved: true },
    );
    if (role.institutionId !== input.institution_id) throw new NotFound('role');
  }
  const invitation = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + invitation, input.institution_id, how);
  const about = { id: account.id, institutionIds: [input.institution_id] };
  await recordAccountChange(tx, actor, about, 'accounts.create', `invited ${account.name} as ${account.username}`);
  return { account, invitation };
}

/** A person has one account in an institution; further roles are added to it. */
async function refuseKnownHere(tx: Tx, actor: Actor, { institution_id, email, phone, name }: NewAccountInput) {
  const here = sql`exists (select from ${memberships} m where m.account_id = accounts.id and m.institution_id = ${institution_id})`;
  const isActor = eq(accounts.id, actor.accountId!);
  const found = await tx
    .select({ id: accounts.id, name: accounts.name, email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(and(or(eq(accounts.email, email ?? ''), eq(accounts.phone, phone ?? '')), or(here, isActor)));
  const own = found.find(({ id }) => id === actor.accountId);
  const field = (account: (typeof found)[number]) => (email && account.email === email ? 'email' : 'phone');
  if (own) throw new ValidationError(field(own), 'This is your own account. Ask a colleague to add the role to it.');
  // A family or an office can share a phone number.
  const known = found.find((account) => field(account) === 'email' || account.name === name);
  if (known)
    throw new ValidationError(
      field(known),
      `${known.name} already has an account here. Add the role on their user page.`,
    );
}

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
    return (await linked.hiddenRecordsOf(tx, decider, account.id)).length === 0
      ? { secret: invitationSecret(account.name, origin + invitation) }
      : { message: `The invitation was sent to ${linked.masked(account)}.` };
  },
  details: (_reader, { input, roles, employee }) => [
    ['Username', String(input['username'])],
    ['E-mail', String(input['email'] ?? '—')],
    ['Phone', String(input['phone'] ?? '—')],
    ['Roles', roles.join(', ')],
    ...(employee ? ([['Record', employee], linked.approvalReason] as [string, string][]) : []),
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
  const isHidden = linked.isLinkHidden(actor, link);
  if (isHidden) linked.requireContact(input);
  const exceedsActor = await linked.linkNeedsApproval(tx, actor, link, input);
  if (!exceedsActor && !wanted.some((role) => needsSecondPerson(actor, role))) {
    const { account, invitation } = await makeAccount(tx, actor, input, origin);
    return { account, link: isHidden ? null : invitation, sentTo: linked.masked(account) };
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
      employee: exceedsActor ? await linked.employeeLabel(tx, institutionId, employeeId) : null,
    },
    summary: `invite ${input.name} as ${names.join(', ')}`,
  });
}

/** Disables the account and ends its sessions; its records stay. Returns the name. */
export async function disableAccount(tx: Tx, actor: Actor, accountId: number): Promise<string> {
  if (accountId === actor.accountId)
    throw new ValidationError('form', 'You can’t disable your own account. Ask another administrator.');
  await lockOwnerRoles(tx, (await findToManage(tx, actor, accountId)).institutionIds);
  const account = await lockManaged(tx, actor, accountId);
  if (account.roles.some(({ key, institutionId }) => key === 'owner' && !membershipIn(actor, institutionId)))
    throw new ValidationError(
      'form',
      `${account.name} is an owner of another institution. Suspend their access here instead, or ask a group administrator.`,
    );
  await refuseLastOwner(tx, accountId, account.institutionIds);
  await tx
    .update(accounts)
    .set({ disabledAt: sql`now()` })
    .where(eq(accounts.id, accountId));
  await endSessions(tx, accountId);
  await recordAccountChange(tx, actor, account, 'accounts.disable', `disabled the account of ${account.name}`);
  return account.name;
}

/** Enables the account again. */
export async function enableAccount(tx: Tx, actor: Actor, accountId: number): Promise<string> {
  const account = await lockManaged(tx, actor, accountId);
  await tx.update(accounts).set({ disabledAt: null }).where(eq(accounts.id, accountId));
  await recordAccountChange(tx, actor, account, 'accounts.enable', `enabled the account of ${account.name}`);
  return account.name;
}

/** Signs a person out everywhere. Returns how many sessions there were. */
export async function endSessionsOf(tx: Tx, actor: Actor, accountId: number): Promise<number> {
  const account = await lockManaged(tx, actor, accountId);
  const ended = await endSessions(
    tx,
    accountId,
    accountId === actor.accountId ? (actor.sessionId ?? undefined) : undefined,
  );
  await recordAccountChange(tx, actor, account, 'accounts.endSessions', `signed ${account.name} out everywhere`, {
    sessions: ended,
  });
  return ended;
}
