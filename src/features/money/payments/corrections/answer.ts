import { Requested } from '#features/records/approvals/request-approval.ts';
import type { OnceAnswer } from '#web/routes.ts';

/** After something was done to a payment, or asked for. */
export const answerOfPayment = (paymentId: number, done: string | Requested): OnceAnswer => ({
  go: `/payment_records/${paymentId}`,
  flash: done instanceof Requested ? { message: done.message, tone: 'info' } : done,
});
