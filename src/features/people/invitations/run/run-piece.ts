import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { bulkInvitations, type Batch } from '../invitations.schema.ts';
import { inviteeKinds, lockPeople } from '../kinds.ts';
import { sortOut, type LeftOut } from '../sort-out/sort-out.ts';
import { inviteOne, renewOne } from './invite-one.ts';

export const isBatch = ({ institutionId, id }: Pick<Batch, 'institutionId' | 'id'>) =>
  and(eq(bulkInvitations.institutionId, institutionId), eq(bulkInvitations.id, id));

/**
 * Invites the next people of a batch and writes how far it is. Everything is looked at again once they are locked:
 * somebody may have invited them or changed their contacts meanwhile.
 */
export async function runPiece(tx: Tx, actor: Actor, batch: Batch, size: number): Promise<Batch> {
  const { institutionId, entity, roleId, askedAt, origin } = batch;
  const kind = inviteeKinds[entity];
  allow(actor, kind.may, institutionId);
  const ids = batch.people.slice(batch.doneCount, batch.doneCount + size);
  await lockPeople(tx, actor, entity, institutionId, ids);
  const role = await kind.lockRole(tx, actor, institutionId, roleId);
  if (batch.approvedBy === null && kind.needsSecond(actor, role))
    throw new NotAllowed(`The role ${role.name} needs a second person by now. Invite the others again.`);
  const { invite, renew, leftOut, waits } = await sortOut(tx, actor, entity, { institutionId, ids, role, askedAt });
  const left: LeftOut[] = [...leftOut, ...[...waits].map((id) => ({ id, why: 'changed' as const }))];
  const context = { tx, actor, institutionId, entity, role, origin };
  const counts = { invited: 0, renewed: 0 };
  // Accounts are locked in the order of their ids: docs/decisions/0017.
  for (const person of renew.toSorted((one, other) => one.accountId! - other.accountId!)) {
    if (waits.has(person.id)) continue;
    if (await renewOne(context, person)) counts.renewed += 1;
    else left.push({ id: person.id, why: 'failed' });
  }
  for (const person of invite) {
    if (waits.has(person.id)) continue;
    if (await inviteOne(context, person)) counts.invited += 1;
    else left.push({ id: person.id, why: 'failed' });
  }
  const doneCount = batch.doneCount + ids.length;
  const isDone = doneCount === batch.people.length;
  const [written] = await tx
    .update(bulkInvitations)
    .set({
      doneCount,
      invitedCount: sql`${bulkInvitations.invitedCount} + ${counts.invited}`,
      renewedCount: sql`${bulkInvitations.renewedCount} + ${counts.renewed}`,
      leftOut: sql`${bulkInvitations.leftOut} || ${JSON.stringify(left)}::jsonb`,
      ...(isDone && { state: 'done' as const, finishedAt: sql`now()` }),
    })
    .where(isBatch(batch))
    .returning();
  return written!;
}
