import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { id } from '#kernel/schemas.ts';
import { lockInstitution } from '#features/institutions/lock-institution.ts';

export const EndConfirmation = z.object({ institutionId: id });

/** Whether owners of an institution are still asked to confirm the roles for money. */
export const isAsked = (actor: Actor, institutionId: number): boolean =>
  membershipIn(actor, institutionId)?.toConfirm.includes('money') ?? false;

/** The owner leaves the remaining roles as they are. */
export async function endConfirmation(
  tx: Tx,
  actor: Actor,
  { institutionId }: z.infer<typeof EndConfirmation>,
): Promise<void> {
  const { name } = await lockInstitution(tx, actor, institutionId);
  if (!membershipIn(actor, institutionId)!.isOwner) throw new NotAllowed();
  await stopAsking(tx, institutionId);
  await record(tx, actor, 'roles.endMoneyReview', {
    institutionId,
    summary: 'ended the review of roles for money',
    subject: { type: 'institution', id: institutionId },
    details: { institution: name },
  });
}

/** With the institution locked. */
export const stopAsking = (tx: Tx, institutionId: number) =>
  tx
    .update(institutions)
    .set({ toConfirm: sql`array_remove(${institutions.toConfirm}, 'money')` })
    .where(eq(institutions.id, institutionId));
