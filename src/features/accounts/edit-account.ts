import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { changesBetween } from '#kernel/changes.ts';
import { differing, edits, mergeEdit, openedOf } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { approvalKind } from '#features/approvals/approval-kind.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { AccountFields, taken } from './account-fields.ts';
import { accounts } from './accounts.schema.ts';
import { closeKeys } from './close-keys.ts';
import { lockManaged } from './find-account.ts';
import { approvedWhere, isAccountProtected } from './protected-roles.ts';
import { recordAbout } from './record-about.ts';
import { tellEverywhere } from './tell-account.ts';

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
  }),
  async act(tx, asker, { accountId, ...input }) {
    await editAccount(tx, asker, accountId, input, { approved: true });
    return { message: `The addresses of ${input.name} are changed.` };
  },
  details: (_reader, { email, phone }) => [
    ['New e-mail', email ?? '—'],
    ['New phone', phone ?? '—'],
  ],
});

export const EditAccount = edits(AccountFields);

/** Changes how a person is called and reached; a reset code goes there. */
export async function editAccount(
  tx: Tx,
  actor: Actor,
  accountId: number,
  sent: z.infer<typeof EditAccount>,
  { approved = false } = {},
): Promise<{ keysClosed: boolean } | Requested> {
  const before = await lockManaged(tx, actor, accountId);
  const subject = { type: 'account', id: accountId };
  const { input } = await mergeEdit(tx, actor, { fields: EditAccount, sent, current: before, subject });
  const changes = changesBetween(before, input);
  if (Object.keys(changes).length === 0) return { keysClosed: false };
  const isReached = 'email' in changes || 'phone' in changes;
  if (isReached && !approved && isAccountProtected(actor, before))
    return requestApproval(tx, actor, editAccountApproval, {
      institutionId: approvedWhere(actor, before),
      subject: { type: 'account', id: accountId },
      payload: { accountId, ...input, opened: openedOf(EditAccount, before) },
      summary: `change the e-mail or phone that ${before.name} signs in and is reached with`,
    });
  await refuseDuplicate(tx.update(accounts).set(differing(input, changes)).where(eq(accounts.id, accountId)), taken);
  // A link or code that was sent to the old address belongs to whoever reads there.
  const keysClosed = isReached && (await closeKeys(tx, accountId, 'revoked'));
  if (isReached && before.hasPassword && accountId !== actor.accountId)
    await tellEverywhere(tx, before, approvedWhere(actor, before), {
      what: 'contact',
      title: 'The e-mail or phone of your Akada account was changed',
      body: `By ${actor.name}. If this is not right, tell your school at once.`,
    });
  await recordAbout(
    tx,
    actor,
    before,
    'accounts.edit',
    `changed ${Object.keys(changes).join(' and ')} of ${input.name}`,
    { changes },
  );
  return { keysClosed };
}
