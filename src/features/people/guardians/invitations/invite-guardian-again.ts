import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { changedContactsRecently } from '#features/access/accounts/recent-contact-change.ts';
import { recentlyChangedContacts } from '#features/access/accounts/invitations/linked-records.ts';
import { inviteLinkedAgain } from '#features/access/accounts/invitations/invite-linked.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { calledGuardian } from '../guardian-fields.ts';
import { lockGuardian } from '../lock-guardian.ts';
import { guardianSubject, withLinkFor, recordSignIn, accountOf } from './record-sign-in.ts';
import type { InvitedGuardian } from './invite-guardian.ts';

export const inviteGuardianAgainApproval = approvalKind({
  kind: 'guardians.inviteAgain',
  label: 'Guardian’s account',
  permission: 'guardians.invite',
  payload: z.object({ guardianId: z.number(), origin: z.string() }),
  async act(tx, asker, { guardianId, origin }) {
    const invited = await inviteGuardianAgain(tx, asker, guardianId, origin, { approved: true });
    return {
      message: invited instanceof Requested ? invited.message : `The invitation was sent to ${invited.sentTo}.`,
    };
  },
  details: () => [
    ['Why approval is needed', 'The requester changed this guardian or the account’s contacts within the last day.'],
  ],
});

/** Sends a new link if the first is lost. */
export async function inviteGuardianAgain(
  tx: Tx,
  actor: Actor,
  guardianId: number,
  origin: string,
  { approved = false } = {},
): Promise<InvitedGuardian | Requested> {
  const guardian = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.invite', guardian.institutionId);
  const accountId = await accountOf(tx, guardian);
  if (!accountId) throw new ValidationError('form', `${calledGuardian(guardian)} has not been invited yet.`);
  const { institutionId } = guardian;
  const account = { id: accountId, institutionIds: [institutionId] };
  if (
    !approved &&
    ((await recentlyChangedContacts(tx, actor, guardianSubject(guardian))) ||
      (await changedContactsRecently(tx, actor, account)))
  )
    return requestApproval(tx, actor, inviteGuardianAgainApproval, {
      institutionId,
      subject: { type: 'guardian', id: guardianId },
      payload: { guardianId, origin },
      summary: `make a new invitation for ${calledGuardian(guardian)}`,
    });
  const invited = await inviteLinkedAgain(tx, actor, 'guardians.invite', accountId, origin);
  await recordSignIn(
    tx,
    actor,
    guardian,
    'inviteAgain',
    `made a new invitation for ${calledGuardian(guardian)}, who signs in as ${invited.username}`,
    invited,
  );
  return withLinkFor(actor, institutionId, invited, invited);
}
