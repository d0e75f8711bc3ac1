import type { PendingTask } from './contracts/dashlet.ts';

interface Words {
  one: string;
  many: string;
  href: string;
  action: string;
  isUrgent?: boolean;
}

/** 'refund to approve' or 'refunds to approve', beside their number; none if nothing waits. */
export const pendingTask = (count: number, { one, many, ...rest }: Words): PendingTask[] =>
  count > 0 ? [{ count, label: count === 1 ? one : many, ...rest }] : [];
