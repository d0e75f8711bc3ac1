import { z } from 'zod';
import { allow, can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { phoneField, readChangedPhones } from '#kernel/phone.ts';
import { optionalEmail } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { username } from '#features/access/accounts/setup.ts';
import {
  recentlyChangedContacts,
  masked,
  seesRecord,
  type Contacts,
} from '#features/access/accounts/invitations/linked-records.ts';
import { inviteLinked, refuseOwn, inviteLinkedAgain } from '#features/access/accounts/invitations/invite-linked.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { lockGuardian, calledGuardian } from '../create-guardian.ts';
import { asc, and, eq } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { changedContactsRecently } from '#features/access/accounts/own-access.ts';

interface Recorded extends Contacts {
  mobile: string | null;
}

/** An account shows a family's restricted data, so invitations are sent only to contacts on the record. */
function refuseUnrecorded({ email, phone, mobile }: Recorded, wanted: Contacts): void {
  const elsewhere = 'is not on this guardian’s record. Edit the record first, or use the contact on it.';
  const errors: Record<string, string> = {};
  if (wanted.email && wanted.email !== email?.toLowerCase()) errors['email'] = `This e-mail address ${elsewhere}`;
  if (wanted.phone && wanted.phone !== phone && wanted.phone !== mobile)
    errors['phone'] = `This phone number ${elsewhere}`;
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
}

/** Users without access to a family's restricted data don't get a link that opens it. */
const mayHoldLink = (actor: Actor, institutionId: number): boolean =>
  seesRecord(actor, { institutionId, type: 'guardian' });

const guardianSubject = ({ institutionId, id }: { institutionId: number; id: number }) =>
  ({ institutionId, type: 'guardian', id }) as const;

/** Returns the link only to users who can see the data that it opens. Others see where it was sent. */
const withLinkFor = <T extends { link: string | null }>(
  actor: Actor,
  institutionId: number,
  invited: T,
  contacts: { email: string | null; phone: string | null },
) => ({ ...invited, link: mayHoldLink(actor, institutionId) ? invited.link : null, sentTo: masked(contacts) });

export const recordSignIn = (
  tx: Tx,
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  what: string,
  summary: string,
  sentTo?: { email: string | null; phone: string | null },
) =>
  record(tx, actor, `guardians.${what}`, {
    institutionId,
    summary: sentTo ? `${summary}, sent to ${masked(sentTo)}` : summary,
    subject: { type: 'guardian', id },
    // In full only for users who can see private data.
    details: sentTo
      ? { restricted: { private: { 'sent to': { from: null, to: [sentTo.email, sentTo.phone].filter(Boolean) } } } }
      : {},
  });

async function accountOf(tx: Tx, { institutionId, id }: { institutionId: number; id: number }) {
  const [row] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.guardianId, id)))
    .orderBy(asc(memberships.id))
    .limit(1);
  return row?.accountId;
}

export const InviteGuardian = z.object({
  email: optionalEmail,
  phone: phoneField,
  username,
});

interface InvitedGuardian {
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
