import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { paymentStatuses, type PaymentStatus } from '../payments.ts';

const tones: Record<PaymentStatus, BadgeTone> = {
  pending: 'info',
  successful: 'good',
  failed: 'bad',
  abandoned: 'plain',
  partly_refunded: 'gold',
  refunded: 'gold',
  reversed: 'bad',
};

/** The status of a payment in words and colour. */
export const PaymentStatusBadge = ({ status }: { status: PaymentStatus }) => (
  <Badge tone={tones[status]}>{paymentStatuses[status]}</Badge>
);
