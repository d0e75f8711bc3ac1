import { and, eq, sql, or } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, type Db, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { bulkInvitations } from './invitations.schema.ts';
import { inviteeKinds, type InviteeEntity } from './kinds.ts';
import { isBatch } from './run/run-batch.ts';
import { accounts, roles } from '#kernel/identity.schema.ts';
import { iso } from '#features/records/approvals/approvals.schema.ts';
import type { SkippedGroup } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import type { SkippedPerson } from './sort-out/sort-out.ts';

/** Stops a long batch after the piece that is being invited. Links that went out keep working. */
export async function stopBatch(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId, entity } = await findBatch(tx, actor, id);
  allow(actor, inviteeKinds[entity].may, institutionId);
  const [stopped] = await tx
    .update(bulkInvitations)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(isBatch({ institutionId, id }), eq(bulkInvitations.state, 'running')))
    .returning();
  if (!stopped) throw new Conflict('These invitations have already ended. Reload the page to see the result.');
  await record(tx, actor, 'invitations.stop', {
    institutionId,
    summary: `stopped inviting after ${stopped.doneCount} of ${countOf(stopped.people.length, entity)}`,
    subject: { type: 'bulk_invitation', id },
  });
}

/** Names that are shown of each reason. */
const mostNames = 50;

/** A batch, for everybody who may invite such people there. */
export async function findBatch(db: Db, actor: Actor, id: number) {
  const { people, ...columns } = batchColumns;
  const ways = (Object.keys(inviteeKinds) as InviteeEntity[]).map((entity) =>
    and(
      eq(bulkInvitations.entity, entity),
      isOneOf(bulkInvitations.institutionId, institutionsWhere(actor, inviteeKinds[entity].may)),
    ),
  );
  const [found] = await db
    .select({ ...columns, total: sql<number>`cardinality(${people})`, role: roles.name, by: accounts.name })
    .from(bulkInvitations)
    .innerJoin(accounts, eq(accounts.id, bulkInvitations.accountId))
    .leftJoin(roles, hasKey(roles, bulkInvitations.institutionId, bulkInvitations.roleId))
    .where(and(eq(bulkInvitations.id, id), or(...ways)));
  if (!found) throw new NotFound('batch of invitations');
  return found;
}

const batchColumns = {
  id: bulkInvitations.id,
  institutionId: bulkInvitations.institutionId,
  entity: bulkInvitations.entity,
  people: bulkInvitations.people,
  state: bulkInvitations.state,
  done: bulkInvitations.doneCount,
  invited: bulkInvitations.invitedCount,
  renewed: bulkInvitations.renewedCount,
  leftOut: bulkInvitations.leftOut,
  failure: bulkInvitations.failure,
  createdAt: iso(bulkInvitations.createdAt),
};

/** People who were left out by reason, the largest group first, with the names of the first. */
export async function leftOutGroups(
  db: Db,
  actor: Actor,
  { entity, leftOut }: { entity: InviteeEntity; leftOut: readonly SkippedPerson[] },
): Promise<SkippedGroup[]> {
  const groups = [...Map.groupBy(leftOut, ({ why }) => why)].map(([why, of]) => ({
    why,
    count: of.length,
    ids: of.slice(0, mostNames).map(({ id }) => id),
  }));
  const names = await namesOf(
    db,
    actor,
    entity,
    groups.flatMap(({ ids }) => ids),
  );
  return groups
    .toSorted((one, other) => other.count - one.count)
    .map(({ ids, ...group }) => ({
      ...group,
      people: ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
    }));
}

async function namesOf(db: Db, actor: Actor, entity: InviteeEntity, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { table, visible } = inviteeKinds[entity];
  const rows = await query<{ id: string; name: string }>(db)`
    select ${table.id} as id, ${table.surname} || ', ' || ${table.firstName} as name from ${table}
    where ${visible(actor)} and ${table.id} = any(${sql.param(ids)}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}
