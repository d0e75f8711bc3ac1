import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { choice } from '#kernel/schemas.ts';
import { lockOwn, type OwnKey } from '#features/admission/admissions/public/own-application.ts';
import type { OrderKey } from '#features/online/orders/order-code.ts';
import { createFeeOrder } from '#features/online/orders/sale/fee-orders.ts';
import { canPayOnline } from '../settings/online-settings.ts';

/** What the page of an application sends: the code is the key, the amount is ours. */
export const PayFee = z.object({
  /** The site's own part of its address. */
  institution: z.string().max(80),
  code: z.string().max(40),
  kind: choice({ application: 'Application fee', acceptance: 'Acceptance fee' }),
});

/** The order of an application's fee, a new one or the one that waits for its payment. */
export async function orderFee(
  tx: Tx,
  key: OwnKey,
  { kind, origin }: { kind: 'application' | 'acceptance'; origin: string },
): Promise<OrderKey> {
  const { institutionId } = key;
  // Two clicks make one order.
  const { application, intake } = await lockOwn(tx, key);
  const amount = kind === 'application' ? intake.applicationFee : intake.acceptanceFee;
  const isDue =
    kind === 'application'
      ? application.status === 'draft' && application.feePaidAt === null
      : application.status === 'offered' && application.acceptancePaidAt === null;
  if (!isDue || amount === 0) throw new Conflict('There is nothing to pay at the moment. Reload the page.');
  if (!(await canPayOnline(tx, institutionId)))
    throw new ValidationError('form', 'Online payment is switched off. Please pay at the school office.');
  const order = await createFeeOrder(tx, {
    institutionId,
    applicationId: application.id,
    kind,
    amount,
    origin,
    buyer: {
      name: `${application.firstName} ${application.surname}`,
      email: application.email,
      phone: application.phone,
    },
  });
  return { institutionId, orderId: order.id };
}
