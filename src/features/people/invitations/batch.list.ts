import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { iso } from '#features/records/approvals/approvals.schema.ts';
import { bulkInvitations } from './invitations.schema.ts';
import { invitees } from './invitees.ts';
import { inviteeKinds, type InviteeEntity } from './kinds.ts';

/** Batches of people whom the actor may invite, in the institutions in view. */
const visible = (actor: Actor, wanted?: number) => {
  const ways = (Object.keys(invitees) as InviteeEntity[]).map((entity) =>
    and(
      eq(bulkInvitations.entity, entity),
      inArray(bulkInvitations.institutionId, institutionsInView(actor, wanted, inviteeKinds[entity].may)),
    ),
  );
  return [{ where: or(...ways) }];
};

/** Invitations of many people, latest first. */
export const batchList = declareList({
  id: bulkInvitations.id,
  visible,
  filters: {
    entity: filterBy(choice(invitees), (entity) => eq(bulkInvitations.entity, entity)),
  },
  select: (db) =>
    db
      .select({
        id: bulkInvitations.id,
        institutionId: bulkInvitations.institutionId,
        entity: bulkInvitations.entity,
        state: bulkInvitations.state,
        total: sql<number>`cardinality(${bulkInvitations.people})`,
        invited: sql<number>`${bulkInvitations.invitedCount} + ${bulkInvitations.renewedCount}`,
        leftOut: sql<number>`jsonb_array_length(${bulkInvitations.leftOut})`,
        by: accounts.name,
        createdAt: iso(bulkInvitations.createdAt),
      })
      .from(bulkInvitations)
      .innerJoin(accounts, eq(accounts.id, bulkInvitations.accountId)),
});
export type BatchRow = Awaited<ReturnType<typeof batchList.readPage>>['rows'][number];
