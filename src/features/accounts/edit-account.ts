import { accountName } from '#kernel/account-name.ts';
import { and, eq, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { changesBetween } from '#kernel/changes.ts';
import { differing, edits, mergeEdit, openedOf } from '#kernel/edit.ts';
import { Refused } from '#kernel/errors.ts';
import { readChangedPhones } from '#kernel/phone.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { AccountFields } from './account-fields.ts';
import { visibleAccounts } from './accounts.policy.ts';
import { accounts } from './accounts.schema.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { lockManaged } from './find-account.ts';
import { hiddenRecordsOf, hasUnverifiedContacts, approvalReason, type Contacts } from './linked-records.ts';
import { claimAddresses, offeredTo } from './offers.ts';
import { approvedWhere, isAccountProtected } from './protected-roles.ts';
import { recordAccountChange } from './record-account-change.ts';
import { notifyAndMessage } from './notify-account.ts';

export const editAccountApproval = approvalKind({
  kind: 'accounts.edit',
  label: 'Contact',
  permission: 'accounts.edit',
  payload: z.object({
    accountId: z.number(),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** What the account was when it was asked for: what has changed since is not undone. */
    opened: z.record(z.string(), z.unknown()).default({}),
    isLinked: z.boolean().default(false),
  }),
  async act(tx, asker, { accountId, isLinked: _, ...input }) {
    await editAccount(tx, asker, accountId, input, { approved: true });
    return { message: `The addresses of ${input.name} are changed.` };
  },
  details: (_reader, { email, phone, opened, isLinked }) => [
    ...newValue('New e-mail', email, opened['email']),
    ...newValue('New phone', phone, opened['phone']),
    ...(isLinked ? [approvalReason] : []),
  ],
});

/** What the request leaves alone may have another value by now. */
const newValue = (label: string, value: string | null, before: unknown): [string, string][] =>
  value === before ? [] : [[label, value ?? '—']];

export const EditAccount = edits(AccountFields);

/** Changes how a person is called and reached; a reset code goes there. */
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
  const countryId = membershipIn(actor, approvedWhere(actor, before))?.countryId ?? 'NG';
  const input = { ...typed, ...readChangedPhones(typed, before, countryId, 'phone') };
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return { tokensRevoked: false };
  const isReached = 'email' in changes || 'phone' in changes;
  const isLinked = isReached && !approved && (await opensMore(tx, actor, accountId, before, input));
  if (isLinked || (isReached && !approved && isAccountProtected(actor, before)))
    return requestApproval(tx, actor, editAccountApproval, {
      institutionId: approvedWhere(actor, before),
      subject: { type: 'account', id: accountId },
      payload: { accountId, ...input, opened: openedOf(EditAccount, before), isLinked },
      summary: `change the e-mail or phone that ${before.name} signs in and is reached with`,
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
  // A link or code that was sent to the old address belongs to whoever reads there.
  const tokensRevoked = isReached && (await revokeTokens(tx, accountId, 'revoked'));
  if (isReached && before.hasPassword && accountId !== actor.accountId)
    await notifyAndMessage(tx, before, approvedWhere(actor, before), {
      what: 'contact',
      title: 'The e-mail or phone of your Akada account was changed',
      body: `By ${accountName(actor)}. If this is not right, tell your school at once.`,
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

/** A forgotten password leads to the new address: of a linked account it is one that was on the record before. */
async function opensMore(tx: Tx, actor: Actor, accountId: number, before: Contacts, { email, phone }: Contacts) {
  const added = { email: email === before.email ? null : email, phone: phone === before.phone ? null : phone };
  if (!added.email && !added.phone) return false;
  return hasUnverifiedContacts(tx, actor, await hiddenRecordsOf(tx, actor, accountId), added);
}

/** Of people here it is said; that somebody elsewhere signs in with an address nobody learns. */
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
  const what = field === 'email' ? 'e-mail address' : 'phone number';
  throw new Refused(field, `${other.name} signs in with this ${what} already. Use another one.`);
}
