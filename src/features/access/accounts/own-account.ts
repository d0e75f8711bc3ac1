import { and, eq, isNull, sql, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { credentials, sessions, accounts } from '#kernel/identity.schema.ts';
import { endSessions, openSession, type Visit, type AuthServices } from './sign-in/open-session.ts';
import { checkPassword, hashPassword, isPassword } from './passwords/passwords.ts';
import { consumeCode, consumeRecoveryCode } from './sign-in/second-factor.ts';
import { codeKey, GiveCode, wrongCode } from './sign-in/second-step.ts';
import { setPassword, revokeTokens } from './passwords/revoke-tokens.ts';
import { wasItYou, notifyAndMessage } from './notify-account.ts';
import { countTry, clearFailures, refuseBlocked } from './sign-in/throttle.ts';
import { countCode, hasSecondFactor, recordSelf, notifySelf, recordAccountChange, lockManaged } from './own-access.ts';
import { accountName } from '#kernel/account-name.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { differing, edits, mergeEdit, openedOf } from '#kernel/edit/edit.ts';
import { refuseNewNames } from '#kernel/person-name.ts';
import { readChangedPhones } from '#kernel/phone.ts';
import { line } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { AccountFields } from './setup.ts';
import { visibleAccounts } from './accounts.policy.ts';
import { claimAddresses, offeredTo } from './invitations/offers.ts';
import { approvingInstitution, isAccountProtected } from './roles/protected-roles.ts';
import {
  approvalReason,
  exceedsActor,
  hasUnverifiedContacts,
  linkedRecordsOf,
  type Contacts,
} from './invitations/linked-records.ts';

const typedPassword = z.string({ error: 'Your password is required.' }).min(1, 'Your password is required.').max(1000);

export const ConfirmPassword = z.object({ current: typedPassword });

export const ConfirmAgain = z.object({ current: typedPassword.optional(), code: GiveCode.shape.code.optional() });

export const ChangePassword = ConfirmPassword.extend({ password: typedPassword });

/** Checks the password before a sensitive action. */
export async function confirmPassword({ database }: AuthServices, actor: Actor, current: string): Promise<void> {
  const key = `password:${actor.accountId}`;
  const { wait, passwordHash } = await database.anonymous(async (tx) => {
    const [own] = await tx
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.accountId, actor.accountId!));
    return { wait: await countTry(tx, [{ key, tries: 10, minutes: 15 }]), passwordHash: own?.passwordHash };
  });
  refuseBlocked(wait);
  if (!(await isPassword(passwordHash, current))) throw new ValidationError('current', 'Incorrect password.');
  await database.anonymous((tx) => clearFailures(tx, [key]));
}

/** The same for `confirm: true` routes; users with an authenticator app enter its code or a recovery code. */
export async function confirmAgain(
  services: AuthServices,
  actor: Actor,
  typed: z.infer<typeof ConfirmAgain>,
): Promise<void> {
  const hasCode = await services.database.anonymous((tx) => hasSecondFactor(tx, actor.accountId!));
  if (!hasCode) {
    if (!typed.current) throw new ValidationError('current', 'Your password is required.');
    await confirmPassword(services, actor, typed.current);
    return void (await services.database.anonymous((tx) => markConfirmed(tx, actor)));
  }
  if (!typed.code) throw new ValidationError('code', 'The code is required.');
  const code = typed.code.replace(/\s/g, '');
  await countCode(services, actor);
  await services.database.anonymous(async (tx) => {
    const { secret } = services;
    const isRight =
      (await consumeCode(tx, secret, actor.accountId!, code)) ||
      (await consumeRecoveryCode(tx, secret, actor.accountId!, code));
    if (!isRight) throw wrongCode();
    await clearFailures(tx, [codeKey(actor.accountId!, 'here')]);
    await markConfirmed(tx, actor);
  });
}

/** The session is not asked again for ten minutes. */
const markConfirmed = (tx: Tx, actor: Actor) =>
  tx
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, actor.sessionId!), isNull(sessions.endedAt)));

/** A password that passes the rules, hashed outside of any transaction. */
export function newPasswordHash(actor: Actor, { current, password }: z.infer<typeof ChangePassword>): Promise<string> {
  checkPassword('password', password, actor.username);
  if (password === current)
    throw new ValidationError('password', 'This is your current password. Choose a different one.');
  return hashPassword(password);
}

/** Ends all other sessions and gives this one a new token. Returns it. */
export async function changePassword(tx: Tx, actor: Actor, passwordHash: string, visit: Visit): Promise<string> {
  await setPassword(tx, actor.accountId!, passwordHash);
  await endSessions(tx, actor.accountId!);
  await recordSelf(tx, actor, 'accounts.changePassword', 'changed their password');
  await notifySelf(tx, actor, 'password', 'Your password was changed', `On ${visit.device}. ${wasItYou}`);
  return openSession(tx, actor.accountId!, visit);
}

export const editAccountApproval = approvalKind({
  kind: 'accounts.edit',
  label: 'Contacts',
  permission: 'accounts.edit',
  payload: z.object({
    accountId: z.number(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** The values when the request was made, so that later changes are not undone. */
    opened: z.record(z.string(), z.unknown()).default({}),
    isLinked: z.boolean().default(false),
  }),
  async act(tx, asker, { accountId, isLinked: _, ...input }) {
    await editAccount(tx, asker, accountId, input, { approved: true });
    return { message: `${input.name}’s contacts were changed.` };
  },
  details: (_reader, { email, phone, opened, isLinked }) => [
    ...newValue('New e-mail', email, opened['email']),
    ...newValue('New phone', phone, opened['phone']),
    ...(isLinked ? [approvalReason] : []),
  ],
});

/** Unchanged fields are left out: they may have a different value by now. */
const newValue = (label: string, value: string | null, before: unknown): [string, string][] =>
  value === before ? [] : [[label, value ?? '—']];

export const EditAccount = edits(AccountFields.extend({ name: line(200, 'The name') }));

/** Edits a person's name and contacts, which receive reset codes. */
export async function editAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  sent: z.infer<typeof EditAccount>,
  { approved = false } = {},
): Promise<{ tokensRevoked: boolean } | Requested> {
  const before = await lockManaged(tx, actor, accountId);
  const subject = { type: 'account', id: accountId };
  const { input: typed } = await mergeEdit(tx, actor, { fields: EditAccount, sent, current: before, subject });
  refuseNewNames(typed, before, ['name']);
  const countryId = membershipIn(actor, approvingInstitution(actor, before))?.countryId ?? 'NG';
  const input = { ...typed, ...readChangedPhones(typed, before, countryId, 'phone') };
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return { tokensRevoked: false };
  const isReached = 'email' in changes || 'phone' in changes;
  const isLinked = isReached && !approved && (await needsSecond(tx, actor, accountId, before, input));
  if (isLinked || (isReached && !approved && isAccountProtected(actor, before)))
    return requestApproval(tx, actor, editAccountApproval, {
      institutionId: approvingInstitution(actor, before),
      subject: { type: 'account', id: accountId },
      payload: { accountId, ...input, opened: openedOf(EditAccount, before), isLinked },
      summary: `change the e-mail or phone of ${before.name}, used to sign in and receive messages`,
    });
  if (before.hasPassword) await refuseTaken(tx, actor, accountId, input);
  await tx
    .update(accounts)
    .set(
      before.hasPassword
        ? { ...differing(input, changes), signsInByEmail: false, signsInByPhone: false }
        : { ...differing(input, changes), offeredTo: await offeredTo(tx, input) },
    )
    .where(eq(accounts.id, accountId));
  if (before.hasPassword) await claimAddresses(tx, accountId);
  // Someone with access to the old address could use the link or code that was sent there.
  const tokensRevoked = isReached && (await revokeTokens(tx, accountId, 'revoked'));
  if (isReached && before.hasPassword && accountId !== actor.accountId)
    await notifyAndMessage(tx, before, approvingInstitution(actor, before), {
      what: 'contact',
      title: 'The e-mail or phone of your Akada account was changed',
      body: `By ${accountName(actor)}. If you did not expect this, tell your school immediately.`,
    });
  await recordAccountChange(
    tx,
    actor,
    before,
    'accounts.edit',
    `changed ${Object.keys(changes).join(' and ')} of ${accountName(before)}`,
    { changes },
  );
  return { tokensRevoked };
}

/** Only accounts the actor can see are named: others must not be revealed. */
async function refuseTaken(
  tx: Tx,
  actor: Actor,
  accountId: number,
  { email, phone }: z.infer<typeof AccountFields>,
): Promise<void> {
  const [other] = await tx
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(
      and(
        visibleAccounts(actor),
        ne(accounts.id, accountId),
        or(
          and(eq(accounts.email, email ?? ''), accounts.signsInByEmail),
          and(eq(accounts.phone, phone ?? ''), accounts.signsInByPhone),
        ),
      ),
    )
    .limit(1);
  if (!other) return;
  const field = email && other.email === email ? 'email' : 'phone';
  const kind = field === 'email' ? 'e-mail address' : 'phone number';
  throw new ValidationError(field, `${other.name} already signs in with this ${kind}. Use a different one.`);
}

/** Reset codes go to the new contacts, so those of a linked account must be on its record already. Owners are exempt. */
async function needsSecond(
  tx: Tx,
  actor: Actor,
  accountId: number,
  before: Contacts & { hasPassword: boolean },
  { email, phone }: Contacts,
) {
  const added = { email: email === before.email ? null : email, phone: phone === before.phone ? null : phone };
  if (!added.email && !added.phone) return false;
  if (accountId === actor.accountId) return false;
  const records = (await linkedRecordsOf(tx, accountId)).filter(
    (record) =>
      exceedsActor(actor, record) || (before.hasPassword && !membershipIn(actor, record.institutionId)?.isOwner),
  );
  return hasUnverifiedContacts(tx, actor, records, added);
}
