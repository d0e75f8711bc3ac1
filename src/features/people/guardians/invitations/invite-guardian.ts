import { z } from 'zod';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { phoneField, readChangedPhones } from '#kernel/phone.ts';
import { optionalEmail } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { username } from '#features/access/accounts/account-fields.ts';
import { recentlyChangedContacts } from '#features/access/accounts/invitations/linked-records.ts';
import { masked } from '#features/access/accounts/invitations/contacts.ts';
import { inviteLinked, refuseOwn } from '#features/access/accounts/invitations/invite-linked.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { calledGuardian } from '../guardian-fields.ts';
import { refuseUnrecorded } from './invitation-rules.ts';
import { lockGuardian } from '../lock-guardian.ts';
import { guardianSubject, withLinkFor, recordSignIn, accountOf } from './record-sign-in.ts';

export const InviteGuardian = z.object({
  email: optionalEmail,
  phone: phoneField,
  username,
});

export interface InvitedGuardian {
  name: string;
  username: string;
  /** Null for users who can't see the data that it opens. */
  link: string | null;
  /** Masked. */
  sentTo: string;
}

export const inviteGuardianApproval = approvalKind({
  kind: 'guardians.invite',
  label: 'Guardian’s account',
  permission: 'guardians.invite',
  payload: z.object({
    guardianId: z.number(),
    input: z.record(z.string(), z.unknown()),
    origin: z.string(),
    contacts: z.object({ email: z.string().nullable(), phone: z.string().nullable() }),
  }),
  async act(tx, asker, { guardianId, input, origin }) {
    const invited = await inviteGuardian(tx, asker, guardianId, InviteGuardian.parse(input), origin, {
      approved: true,
    });
    return {
      message: invited instanceof Requested ? invited.message : `The invitation was sent to ${invited.sentTo}.`,
    };
  },
  details: (reader, { contacts }, institutionId) => [
    [
      'Sent to',
      can(reader, 'guardians.view', institutionId)
        ? [contacts.email, contacts.phone].filter(Boolean).join(' and ')
        : masked(contacts),
    ],
    [
      'Why approval is needed',
      'The requester added this guardian, a child’s link or these contacts within the last day.',
    ],
  ],
});

/** Invites a guardian: an account with the role Guardian, which shows only the guardian's children. */
export async function inviteGuardian(
  tx: Tx,
  actor: Actor,
  guardianId: number,
  input: z.infer<typeof InviteGuardian>,
  origin: string,
  { approved = false } = {},
): Promise<InvitedGuardian | Requested> {
  const guardian = await lockGuardian(tx, actor, guardianId);
  const { institutionId } = guardian;
  allow(actor, 'guardians.invite', institutionId);
  if (await accountOf(tx, guardian))
    throw new ValidationError('form', `${calledGuardian(guardian)} already has an account. Reload the page to see it.`);
  const { countryId } = membershipIn(actor, institutionId)!;
  const { phone } = readChangedPhones(input, { phone: guardian.mobile ?? guardian.phone }, countryId, 'phone');
  const contacts = { email: input.email, phone };
  await refuseOwn(tx, actor, contacts);
  refuseUnrecorded(guardian, contacts);
  if (!approved && (await recentlyChangedContacts(tx, actor, guardianSubject(guardian))))
    return requestApproval(tx, actor, inviteGuardianApproval, {
      institutionId,
      subject: { type: 'guardian', id: guardianId },
      payload: { guardianId, input, origin, contacts },
      summary: `invite ${calledGuardian(guardian)}`,
    });
  const invited = await inviteLinked(
    tx,
    actor,
    {
      institutionId,
      role: 'guardian',
      links: { guardianId },
      username: input.username,
      name: `${guardian.firstName} ${guardian.surname}`,
      email: input.email,
      phone,
    },
    origin,
  );
  await recordSignIn(
    tx,
    actor,
    guardian,
    'invite',
    `invited ${calledGuardian(guardian)} as ${invited.username}`,
    contacts,
  );
  return withLinkFor(actor, institutionId, invited, contacts);
}
