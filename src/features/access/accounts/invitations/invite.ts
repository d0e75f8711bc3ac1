import { sql, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can } from '#kernel/actor.ts';
import { type Tx, pick } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { hashToken, newToken } from '#kernel/secrets/keys.ts';
import { hiddenRecordsOf, hasUnverifiedContacts, masked } from './linked-records.ts';
import { approvingInstitution, isAccountProtected } from '../roles/protected-roles.ts';
import { recordAccountChange, changedContactsRecently, lockManaged, managedColumns } from '../own-access.ts';
import { sendTo } from '../passwords/reset-code.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { isOrdinary, type ManagedAccount } from '../accounts.policy.ts';

export const invitationDays = 14;

/** A link to set the first password. Earlier links stop working. */
export async function makeInvitation(tx: Tx, accountId: number): Promise<string> {
  const token = newToken();
  await revokeTokens(tx, accountId, 'replaced', ['invitation']);
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    kind: 'invitation',
    accountId,
    expiresAt: sql`now() + make_interval(days => ${invitationDays})`,
  });
  return `/invitations/${token}`;
}

export const inviteAgainApproval = approvalKind({
  kind: 'accounts.invite',
  label: 'Invitation',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number(), origin: z.string() }),
  async act(tx, asker, { accountId, origin }, { decider }) {
    const { name, ...invited } = await newInvitation(tx, asker, accountId, origin);
    const isShown = (await hiddenRecordsOf(tx, decider, accountId)).length === 0;
    return isShown
      ? { secret: invitationSecret(name, origin + invited.path) }
      : { message: `The invitation was sent to ${invited.sentTo}.` };
  },
});

/** The link, shown to the person who approved. */
export const invitationSecret = (name: string, link: string) => ({
  title: `Invitation for ${name}`,
  note: `Give ${name} this link. It’s shown only once, works once and expires in ${invitationDays} days.`,
  text: link,
});

/** Creates a new invitation. The link is null when the actor has no access to what it opens. */
export async function inviteAgain(
  tx: Tx,
  actor: Actor,
  accountId: number,
  origin: string,
): Promise<{ link: string | null; sentTo: string } | Requested> {
  const account = await lockUnused(tx, actor, accountId);
  const hidden = await hiddenRecordsOf(tx, actor, accountId);
  if (hidden.length && !account.email && !account.phone)
    throw new ValidationError(
      'form',
      `First add the e-mail address or phone number from ${account.name}’s record to this account. The invitation will be sent there.`,
    );
  if (
    isAccountProtected(actor, account) ||
    (await changedContactsRecently(tx, actor, account)) ||
    (await hasUnverifiedContacts(tx, actor, hidden, account))
  )
    return requestApproval(tx, actor, inviteAgainApproval, {
      institutionId: approvingInstitution(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId, origin },
      summary: `invite ${account.name} again`,
    });
  const { path, sentTo } = await newInvitation(tx, actor, accountId, origin);
  return { link: hidden.length ? null : path, sentTo };
}

async function lockUnused(tx: Tx, actor: Actor, accountId: number) {
  const account = await lockManaged(tx, actor, accountId);
  if (account.hasPassword)
    throw new ValidationError('form', `${account.name} already has a password. Create a reset code instead.`);
  if (account.disabledAt) throw new ValidationError('form', `${account.name}’s account is disabled. Enable it first.`);
  return account;
}

/** `origin` is the public address of the installation. */
export async function newInvitation(tx: Tx, actor: Actor, accountId: number, origin: string, how: SendingOptions = {}) {
  const account = await lockUnused(tx, actor, accountId);
  const path = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + path, account.homeId ?? account.institutionIds[0]!, how);
  await recordAccountChange(tx, actor, account, 'accounts.invite', `created a new invitation for ${account.name}`);
  return { name: account.name, path, sentTo: masked(account) };
}

type Invited = Parameters<typeof sendTo>[1] & { name: string; username: string };

export interface SendingOptions {
  /** False for invitations of many: they wait for the end of quiet hours, and codes go first. */
  isUrgent?: boolean;
}

export const sendInvitation = (
  tx: Tx,
  account: Invited,
  link: string,
  institutionId: number,
  { isUrgent = true }: SendingOptions = {},
) =>
  sendTo(
    tx,
    account,
    { keyKind: 'invitation', isUrgent, subject: 'Your Akada account', body: invitationText(account, link) },
    institutionId,
  );

export const invitationText = ({ name, username }: Pick<Invited, 'name' | 'username'>, link: string): string =>
  `${name}, set a password for your username "${username}": ${link} The link works once and expires in ${invitationDays} days.`;

type Invitable = Pick<ManagedAccount, 'isGroupAdministrator' | 'institutionIds' | 'roles'> & {
  hasPassword: boolean;
  disabledAt: Date | null;
};

export async function allowInviteAgain(tx: Tx, actor: Actor, by: Permission, accountId: number) {
  const [account] = await tx
    .select({
      ...managedColumns,
      ...invitedColumns,
      disabledAt: accounts.disabledAt,
      hasPassword: sql<boolean>`${credentials.passwordHash} is not null`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!account) throw new NotFound('person');
  if (!mayInviteAgain(actor, by, account))
    throw new ValidationError(
      'form',
      `${account.name} already has a password or another role. For a forgotten password, ask an ICT administrator.`,
    );
  const { id, name, username, email, phone } = account;
  return { id, name, username, email, phone };
}

/**
 * The link sets the first password and so gives access to the whole account. It is created only for accounts without a
 * password whose roles are all ordinary ones the actor can invite to.
 */
function mayInviteAgain(actor: Actor, by: Permission, account: Invitable): boolean {
  if (account.hasPassword || account.disabledAt || account.isGroupAdministrator) return false;
  return (
    account.institutionIds.every((id) => can(actor, by, id)) &&
    account.roles.every(({ permissions }) => permissions.every(isOrdinary))
  );
}

export async function institutionsOfAccount(tx: Tx, accountId: number): Promise<number[]> {
  const [row] = await tx
    .select({ ids: sql<number[]>`akada_institutions_of(${accounts.id})` })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.ids ?? [];
}

/** What an invitation needs of an account. */
export const invitedColumns = pick(accounts, 'id', 'name', 'username', 'email', 'phone');
