import { record } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { countOf } from '#ui/format.ts';
import { bulkInvitations } from '../invitations.schema.ts';
import type { InviteeEntity } from '../kinds.ts';
import type { LeftOut } from '../sort-out/sort-out.ts';
import { runPiece } from './run-piece.ts';

/** More than these are invited by a job, which shows how far it is. */
export const mostAtOnce = 100;

interface NewBatch {
  institutionId: number;
  entity: InviteeEntity;
  roleId: number | null;
  people: number[];
  origin: string;
  leftOut: LeftOut[];
  /** A second person has agreed to invite people whose contacts the actor changed before then. */
  approved?: { askedAt: Date; by: number };
}

/** Begins the invitation of these people in the transaction of the request, and ends it there if they are few. */
export async function startBatch(tx: Tx, actor: Actor, jobs: Jobs, { approved, ...wanted }: NewBatch): Promise<number> {
  const { institutionId, entity, people } = wanted;
  const [batch] = await tx
    .insert(bulkInvitations)
    .values({
      ...wanted,
      accountId: actor.accountId!,
      askedAt: approved?.askedAt ?? null,
      approvedBy: approved?.by ?? null,
    })
    .returning();
  await record(tx, actor, 'invitations.start', {
    institutionId,
    summary: `started to invite ${countOf(people.length, entity)}`,
    subject: { type: 'bulk_invitation', id: batch!.id },
    details: { people, leftOut: wanted.leftOut.length },
  });
  if (people.length <= mostAtOnce) await runPiece(tx, actor, batch!, people.length);
  else await jobs.send(tx, 'invitations.run', { institutionId, batchId: batch!.id }, { group: institutionId });
  return batch!.id;
}
