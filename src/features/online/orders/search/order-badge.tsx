import { Badge } from '#ui/badge.tsx';
import { orderStatuses, type OrderProblem, type OrderStatus } from '../orders.ts';

const tones = {
  created: 'info',
  paid: 'gold',
  fulfilled: 'good',
  failed: 'bad',
  expired: 'plain',
  refunded: 'gold',
} as const;

/** The state of an order; gold where somebody has to act. */
export function OrderBadge({ status, problem }: { status: OrderStatus; problem: OrderProblem | null }) {
  return (
    <>
      <Badge tone={tones[status]}>{orderStatuses[status]}</Badge>
      {problem === 'paid_twice' && <Badge tone="gold">Paid twice</Badge>}
    </>
  );
}
