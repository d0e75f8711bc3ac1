import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { applications } from '../admissions.schema.ts';
import { acceptOffer, isApplication, lockOwn } from './accept-offer.ts';

export const applicationFees = { application: 'application fee', acceptance: 'acceptance fee' } as const;
export type ApplicationFee = keyof typeof applicationFees;

interface PaidFee {
  institutionId: number;
  applicationId: number;
  kind: ApplicationFee;
  /** False when the money went back. */
  isPaid: boolean;
}

/**
 * Notes that a fee of an application was paid, or refunded, as its order reports. A paid acceptance fee accepts the offer
 * while it is open; returns whether the application could use the money, otherwise the order is to be refunded.
 */
export async function recordFeePaid(
  tx: Tx,
  actor: Actor,
  { institutionId, applicationId, kind, isPaid }: PaidFee,
): Promise<boolean> {
  const own = { institutionId, id: applicationId };
  const { application } = await lockOwn(tx, own);
  const at = isPaid ? new Date() : null;
  const isOf = kind === 'application' ? application.status !== 'withdrawn' : application.status === 'offered';
  if (isPaid && !isOf) return false;
  await tx
    .update(applications)
    .set(kind === 'application' ? { feePaidAt: at } : { acceptancePaidAt: at })
    .where(isApplication(own));
  await record(tx, actor, 'admissions.feePaid', {
    institutionId,
    summary: `${isPaid ? 'received' : 'returned'} the ${applicationFees[kind]} of ${application.firstName} ${application.surname}`,
    subject: { type: 'application', id: applicationId },
  });
  if (isPaid && kind === 'acceptance') await acceptOffer(tx, actor, own);
  return true;
}
