import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { accounts, institutions, memberships, roles } from '#kernel/identity.schema.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { oneTimeTokens } from '../accounts.schema.ts';
import { changedContactsRecently } from '../recent-contact-change.ts';
import { revokeTokens } from '../passwords/revoke-tokens.ts';
import { lockManaged } from '../find-account.ts';
import { hashOf, newToken } from '../keys.ts';
import { hiddenRecordsOf, hasUnverifiedContacts, masked } from './linked-records.ts';
import { claimAddresses } from './offers.ts';
import { enterInstitutionsOf, openSession, recordOwn, type Visit } from '../sign-in/open-session.ts';
import { checkPassword, hashPassword } from '../passwords/passwords.ts';
import { approvingInstitution, isAccountProtected } from '../roles/protected-roles.ts';
import { recordAccountChange } from '../record-account-change.ts';
import { sendTo } from '../passwords/reset-code.ts';
import { openStep, secondFactorOf } from '../sign-in/second-step.ts';
import { setPassword } from '../passwords/set-password.ts';
import type { AuthServices, SignedIn } from '../sign-in/sign-in.ts';

export const invitationDays = 14;

export const AcceptInvitation = z.object({
  password: z.string({ error: 'A password is required.' }).min(1, 'A password is required.').max(1000),
});

/** A link to set the first password. Earlier links stop working. */
export async function makeInvitation(tx: Tx, accountId: number): Promise<string> {
  const token = newToken();
  await revokeTokens(tx, accountId, 'replaced', ['invitation']);
  await tx.insert(oneTimeTokens).values({
    tokenHash: hashOf(token),
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
    throw new Refused(
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
    throw new Refused('form', `${account.name} already has a password. Create a reset code instead.`);
  if (account.disabledAt) throw new Refused('form', `${account.name}’s account is disabled. Enable it first.`);
  return account;
}

/** `origin` is the public address of the installation. */
async function newInvitation(tx: Tx, actor: Actor, accountId: number, origin: string) {
  const account = await lockUnused(tx, actor, accountId);
  const path = await makeInvitation(tx, account.id);
  await sendInvitation(tx, account, origin + path, account.homeId ?? account.institutionIds[0]!);
  await recordAccountChange(tx, actor, account, 'accounts.invite', `created a new invitation for ${account.name}`);
  return { name: account.name, path, sentTo: masked(account) };
}

type Invited = Parameters<typeof sendTo>[1] & { name: string; username: string };

export const sendInvitation = (tx: Tx, account: Invited, link: string, institutionId: number) =>
  sendTo(
    tx,
    account,
    {
      keyKind: 'invitation',
      subject: 'Your Akada account',
      body: `${account.name}, set a password for your username "${account.username}": ${link} The link works once and expires in ${invitationDays} days.`,
    },
    institutionId,
  );

const isOpen = (token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashOf(token)),
    eq(oneTimeTokens.kind, 'invitation'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );

/** The invited person and institutions; NotFound when the link was used, replaced or has expired. */
export async function invited(tx: Tx, token: string) {
  const [person] = await tx
    .select({ id: accounts.id, name: accounts.name, username: accounts.username })
    .from(oneTimeTokens)
    .innerJoin(accounts, eq(accounts.id, oneTimeTokens.accountId))
    .where(and(isOpen(token), isNull(accounts.disabledAt)));
  if (!person) throw new NotFound('invitation');
  await enterInstitutionsOf(tx, person.id);
  const places = await tx
    .select({
      name: institutions.name,
      roles: sql<string[]>`array(select r.name from ${memberships} m
        join ${roles} r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = ${person.id} and m.institution_id = institutions.id order by m.id)`,
    })
    .from(institutions)
    .orderBy(institutions.id);
  return { ...person, places };
}

/** Sets the first password and signs in, or continues to two-step verification. */
export async function acceptInvitation(
  services: AuthServices,
  token: string,
  input: z.infer<typeof AcceptInvitation>,
  visit: Visit,
): Promise<SignedIn> {
  const person = await services.database.anonymous((tx) => invited(tx, token));
  checkPassword('password', input.password, person.username);
  const passwordHash = await hashPassword(input.password);
  return services.database.anonymous(async (tx) => {
    const used = await tx
      .update(oneTimeTokens)
      .set({ usedAt: sql`now()` })
      .where(isOpen(token));
    if (used.rowCount !== 1) throw new NotFound('invitation');
    await setPassword(tx, person.id, passwordHash);
    await claimAddresses(tx, person.id);
    await recordOwn(tx, person, visit, 'accounts.acceptInvitation', 'accepted the invitation and signed in');
    const factor = await secondFactorOf(tx, person.id);
    if (factor !== 'none') return openStep(tx, services.secret, person.id, factor);
    return { session: await openSession(tx, person.id, visit), accountId: person.id };
  });
}
