import { type Actor, membershipIn } from '#kernel/actor.ts';
import { type Tx, render, type Db, query, pick } from '#kernel/database.ts';
import { NotFound, ValidationError, NotAllowed } from '#kernel/errors.ts';
import { endSessions, openSession, type Visit, type AuthServices, endSession } from './sign-in/open-session.ts';
import {
  confirmSecondFactor,
  makeRecoveryCodes,
  prepareSecondFactor,
  pendingSecondFactor,
  isRequired,
} from './sign-in/second-factor.ts';
import { wrongCode, codeKey } from './sign-in/second-step.ts';
import { accountName } from '#kernel/account-name.ts';
import { eq, and, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { credentials, sessions, accounts } from '#kernel/identity.schema.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { recoveryCodes } from './accounts.schema.ts';
import { isSignInProtected } from './invitations/linked-records.ts';
import { approvingInstitution } from './roles/protected-roles.ts';
import { notifyAndMessage, notifyAccount, wasItYou } from './notify-account.ts';
import { recordMany } from '#kernel/audit.ts';
import { countGuess, refuseBlocked } from './sign-in/throttle.ts';
import { mayManage, visibleAccounts, type ManagedAccount, type RoleRights } from './accounts.policy.ts';

/** Records a change to an account in the audit log of each of its institutions that the actor belongs to. */
export async function recordAccountChange(
  tx: Tx,
  actor: Actor,
  account: { id: number; institutionIds: number[] },
  action: string,
  summary: string,
  details: Record<string, unknown> = {},
) {
  const subject = { type: 'account', id: account.id };
  const places = account.institutionIds.filter((id) => membershipIn(actor, id));
  await recordMany(
    tx,
    actor,
    action,
    places.map((institutionId) => ({ institutionId, summary, subject, details })),
  );
}

interface Account {
  id: number;
  institutionIds: number[];
}

/**
 * Whether the actor changed the contacts of an account linked to an employee or a guardian in the last 24 hours.
 * Together with a link or code, that would give one person access to restricted data. Owners have access to it anyway.
 */
export async function changedContactsRecently(tx: Tx, actor: Actor, { id, institutionIds }: Account): Promise<boolean> {
  if (institutionIds.some((institutionId) => membershipIn(actor, institutionId)?.isOwner)) return false;
  const rows = await query<{ found: boolean }>(tx, render)`
    select exists (select from memberships where account_id = ${id} and (guardian_id is not null or employee_id is not null))
      and exists (select from audit_entries where account_id = ${actor.accountId} and at > now() - interval '24 hours'
        and subject_type = 'account' and subject_id = ${id} and action = 'accounts.edit'
        and details::text ~ '"(email|phone)"') as found`;
  return rows[0]!.found;
}

export async function hasSecondFactor(tx: Tx, accountId: number): Promise<boolean> {
  const [own] = await tx
    .select({ confirmedAt: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  return Boolean(own?.confirmedAt);
}

export const recordSelf = (tx: Tx, actor: Actor, action: string, summary: string) =>
  recordAccountChange(tx, actor, ownAccount(actor), action, summary);

export const notifySelf = (tx: Tx, actor: Actor, what: 'password' | 'secondFactor', title: string, body = wasItYou) =>
  notifyAccount(tx, actor.accountId!, actor.institutions[0]?.id, { what, title, body });

/** Counts code attempts as at sign-in, but separately, so that strangers cannot block a signed-in user. */
export async function countCode({ database }: AuthServices, actor: Actor): Promise<void> {
  refuseBlocked(await database.anonymous((tx) => countGuess(tx, codeKey(actor.accountId!, 'here'))));
}

const ownAccount = (actor: Actor) => ({
  id: actor.accountId!,
  institutionIds: actor.institutions.map(({ id }) => id),
});

/** The columns that decide who can manage an account. */
export const managedColumns = {
  id: accounts.id,
  isGroupAdministrator: accounts.isGroupAdministrator,
  institutionIds: sql<number[]>`akada_institutions_of(${accounts.id})`,
  homeId: sql<number | null>`akada_home_of(${accounts.id})`,
  roles: sql<RoleRights[]>`akada_roles_of(${accounts.id})`,
};

/** The account with the columns that decide who can manage it; NotFound if the actor cannot see it. */
export async function findManaged(db: Db, actor: Actor, accountId: number) {
  const [row] = await db
    .select({
      ...managedColumns,
      ...pick(accounts, 'name', 'username', 'email', 'phone', 'disabledAt', 'offeredTo'),
      hasPassword: sql<boolean>`${credentials.passwordHash} is not null`,
      hasSecondFactor: sql<boolean>`${credentials.totpConfirmedAt} is not null`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(visibleAccounts(actor), eq(accounts.id, accountId)));
  if (!row) throw new NotFound('person');
  return row satisfies ManagedAccount;
}

/** The account, if the actor can manage it. Locks nothing. */
export async function findToManage(db: Db, actor: Actor, accountId: number) {
  const account = await findManaged(db, actor, accountId);
  refuseUnmanaged(actor, account);
  return account;
}

function refuseUnmanaged(actor: Actor, account: ManagedAccount): void {
  if (!mayManage(actor, account))
    throw new NotAllowed(
      'You can’t change this account: another institution manages it, or it has permissions that you don’t have.',
    );
}

/** Locks and returns the account if the actor can manage it. */
export async function lockManaged(tx: Tx, actor: Actor, accountId: number) {
  await findToManage(tx, actor, accountId);
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  // It may have changed while another transaction held the lock.
  return findToManage(tx, actor, accountId);
}

/** Creates a secret for an authenticator app, to be confirmed; null if one is already confirmed. */
export async function beginSecondFactor(tx: Tx, actor: Actor, secret: Buffer) {
  await prepareSecondFactor(tx, secret, actor.accountId!);
  return pendingSecondFactor(tx, secret, actor.accountId!);
}

/** Confirms the second factor with its first code and signs out other devices. Returns the recovery codes. */
export async function finishSecondFactor(tx: Tx, actor: Actor, secret: Buffer, code: string): Promise<string[]> {
  const codes = await confirmSecondFactor(tx, secret, actor.accountId!, code.replace(/\s/g, ''));
  if (!codes) throw wrongCode();
  await endSessions(tx, actor.accountId!, actor.sessionId ?? undefined);
  await recordSelf(tx, actor, 'accounts.setUpSecondFactor', 'turned on two-step verification');
  await notifySelf(tx, actor, 'secondFactor', 'Two-step verification was turned on for your account');
  return codes;
}

/** New recovery codes; the old ones no longer work. */
export async function renewRecoveryCodes(tx: Tx, actor: Actor, secret: Buffer): Promise<string[]> {
  if (!(await hasSecondFactor(tx, actor.accountId!))) throw new NotFound();
  await recordSelf(tx, actor, 'accounts.renewRecoveryCodes', 'created new recovery codes');
  await notifySelf(tx, actor, 'secondFactor', 'New recovery codes were created for your account');
  return makeRecoveryCodes(tx, secret, actor.accountId!);
}

/** Removes the second factor. The session gets a new token, which is returned. */
export async function removeSecondFactor(tx: Tx, actor: Actor, visit: Visit): Promise<string> {
  await clearSecondFactor(tx, actor.accountId!);
  await recordSelf(tx, actor, 'accounts.removeSecondFactor', 'turned off two-step verification');
  await notifySelf(tx, actor, 'secondFactor', 'Two-step verification was turned off for your account');
  return openSession(tx, actor.accountId!, visit);
}

/** Refuses if one of the user's institutions requires a second factor. */
export async function refuseRequired(services: AuthServices, actor: Actor): Promise<void> {
  const required = await services.database.anonymous((tx) => isRequired(tx, actor.accountId!));
  if (required)
    throw new ValidationError(
      'current',
      'Your institution requires two-step verification. To set it up on another phone, ask your ICT administrator.',
    );
}

/** Deletes the app's secret and the recovery codes. */
async function clearSecondFactor(tx: Tx, accountId: number): Promise<void> {
  await tx
    .update(credentials)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(credentials.accountId, accountId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

export const removeSecondFactorApproval = approvalKind({
  kind: 'accounts.removeSecondFactor',
  label: 'Two-step verification',
  permission: 'accounts.edit',
  payload: z.object({ accountId: z.number() }),
  async act(tx, asker, { accountId }) {
    const name = await removeSecondFactorOf(tx, asker, accountId, { approved: true });
    return { message: `Two-step verification was turned off for ${String(name)}.` };
  },
});

/** For users who lost both their phone and recovery codes. If it is required, they set it up again at sign-in. */
export async function removeSecondFactorOf(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { approved = false } = {},
): Promise<string | Requested> {
  const account = await lockManaged(tx, actor, accountId);
  if (accountId === actor.accountId)
    throw new ValidationError('form', 'To turn off your own two-step verification, open “Your account”.');
  if (!approved && (await isSignInProtected(tx, actor, account)))
    return requestApproval(tx, actor, removeSecondFactorApproval, {
      institutionId: approvingInstitution(actor, account),
      subject: { type: 'account', id: accountId },
      payload: { accountId },
      summary: `turn off two-step verification for ${account.name}`,
    });
  await clearSecondFactor(tx, accountId);
  await endSessions(tx, accountId);
  await recordAccountChange(
    tx,
    actor,
    account,
    'accounts.removeSecondFactor',
    `turned off two-step verification for ${account.name}`,
  );
  await notifyAndMessage(tx, account, approvingInstitution(actor, account), {
    what: 'secondFactor',
    title: 'Two-step verification was turned off for your account',
    body: `By ${accountName(actor)}. You now sign in with your password only. You can set up two-step verification again.`,
  });
  return account.name;
}

/** Signs out one of the user's own devices. */
export async function endOwnSession(tx: Tx, actor: Actor, sessionId: number): Promise<void> {
  const [row] = await tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, actor.accountId!), isNull(sessions.endedAt)));
  if (!row) throw new NotFound('session');
  await endSession(tx, row.tokenHash);
  await recordSelf(tx, actor, 'accounts.endSession', 'signed out another device');
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<number> {
  const ended = await endSessions(tx, actor.accountId!, actor.sessionId!);
  if (ended)
    await recordSelf(
      tx,
      actor,
      'accounts.endSession',
      `signed out ${ended === 1 ? '1 other device' : `${ended} other devices`}`,
    );
  return ended;
}

/** The user's open sessions, most recently used first. */
export const ownSessions = (tx: Tx, actor: Actor) =>
  tx
    .select({
      id: sessions.id,
      device: sql<string>`coalesce(${sessions.device}, 'Unknown device')`,
      address: sessions.address,
      createdAt: sql<string>`to_char(${sessions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      lastSeenAt: sql<string>`to_char(${sessions.lastSeenAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      isThis: sql<boolean>`${sessions.id} = ${actor.sessionId}`,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, actor.accountId!), sql`akada_session_alive(${sql.raw('sessions')})`))
    .orderBy(sql`${sessions.id} = ${actor.sessionId} desc`, sql`${sessions.lastSeenAt} desc`);
