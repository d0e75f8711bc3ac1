import { asc, and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { masked } from '#features/access/accounts/invitations/contacts.ts';
import { mayHoldLink } from './invitation-rules.ts';

export const guardianSubject = ({ institutionId, id }: { institutionId: number; id: number }) =>
  ({ institutionId, type: 'guardian', id }) as const;

/** Returns the link only to users who can see the data that it opens. Others see where it was sent. */
export const withLinkFor = <T extends { link: string | null }>(
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

export async function accountOf(tx: Tx, { institutionId, id }: { institutionId: number; id: number }) {
  const [row] = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.institutionId, institutionId), eq(memberships.guardianId, id)))
    .orderBy(asc(memberships.id))
    .limit(1);
  return row?.accountId;
}
