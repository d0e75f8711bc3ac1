import { sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { pricedFrom, reachable, rowsFrom } from '#kernel/messages/queue.ts';
import type { BulkPreview, ChannelCost } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import { invitationText } from '#features/access/accounts/invitations/invite.ts';
import { costText } from '#features/records/sending/shared/cost-text.ts';
import { leftOutGroups } from './batch.queries.ts';
import { institutionOf, type Chosen } from './invite-many.ts';
import { inviteeKinds, rolesForMany, type InviteeEntity } from './kinds.ts';
import { sortOut, type Ready } from './sort-out/sort-out.ts';

/** What the invitation of these people would do, and to whom. Nothing is written. */
export async function previewMany(
  tx: Tx,
  actor: Actor,
  entity: InviteeEntity,
  { ids: chosen, roleId }: Chosen,
  origin: string,
): Promise<BulkPreview> {
  const ids = [...new Set(chosen)];
  const institutionId = await institutionOf(tx, actor, entity, ids);
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const isChosen = entity === 'guardian' || roleId !== null;
  const role = isChosen ? await kind.lockRole(tx, actor, institutionId, roleId) : null;
  const { invite, renew, leftOut, waits } = await sortOut(tx, actor, entity, { institutionId, ids, role });
  const { name, currency } = membershipIn(actor, institutionId)!;
  const isByRole = kind.needsSecond(actor, role);
  return {
    institution: name,
    invited: invite.length,
    renewed: renew.length,
    waits: isByRole ? invite.length + renew.length : waits.size,
    isByRole,
    channels: await costs(tx, institutionId, currency, [...invite, ...renew], origin),
    leftOut: await leftOutGroups(tx, actor, { entity, leftOut }),
    roles: entity === 'employee' ? await rolesForMany(tx, actor, institutionId) : null,
  };
}

interface Priced extends Record<string, unknown>, Pick<ChannelCost, 'channel' | 'count' | 'kept'> {
  /** In minor units, of those with a price. */
  price: number;
  unpriced: number;
}

async function costs(
  tx: Tx,
  institutionId: number,
  currency: string,
  people: readonly Ready[],
  origin: string,
): Promise<ChannelCost[]> {
  // As long as a link will be.
  const link = `${origin}/invitations/${'x'.repeat(43)}`;
  const rows = people.map(({ name, firstName, surname, ...contacts }) => ({
    ...reachable(contacts)!,
    body: invitationText({ name, username: `${firstName}.${surname}` }, link),
    event: 'accounts.invitation',
  }));
  const found = await query<Priced>(
    tx,
    sql`select channel, count(*)::int as count,
        coalesce(sum(price) filter (where state = 'queued' and channel = 'sms'), 0)::float8 as price,
        (count(*) filter (where state = 'queued' and channel = 'sms' and price is null))::int as unpriced,
        (count(*) filter (where state = 'kept'))::int as kept
      from (${pricedFrom(institutionId, rowsFrom(institutionId, rows))}) priced group by channel order by channel`,
  );
  return found.map(({ channel, count, kept, ...cost }) => ({
    channel,
    count,
    kept,
    cost: channel === 'sms' && kept < count ? costText(cost, currency) : null,
  }));
}
