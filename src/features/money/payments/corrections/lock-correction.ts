import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { lockWithStudents } from '../lock-with-students.ts';
import { paymentName } from '../receive-payment.ts';
import { findPayment } from '../records/find-payment.ts';

/**
 * A payment that somebody may correct, locked after its students (and those in `more`). The permission is checked in its
 * institution.
 */
export async function lockCorrection(tx: Tx, actor: Actor, id: number, permission: Permission, more: number[] = []) {
  const { institutionId, orderId } = await findPayment(tx, actor, id);
  allow(actor, permission, institutionId);
  if (orderId !== null) throw new Conflict('This payment is for an order. Open the order and refund it there.');
  const { payment, shares } = await lockWithStudents(tx, institutionId, id, more);
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  return { payment, shares, institutionId, currency, day: today(timeZone), name: paymentName(payment) };
}
export type Correction = Awaited<ReturnType<typeof lockCorrection>>;

/** What of a share is neither handed back nor gone: the most that can be refunded or moved. */
export const leftOf = ({ amount, refunded }: { amount: number; refunded: number }) => amount - refunded;
