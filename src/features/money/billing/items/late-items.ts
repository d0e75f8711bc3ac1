import type { Item } from './items.queries.ts';
import type { Ticks } from './use-ticks.ts';

/** What was ticked for students who have the fee's invoice already. */
export function lateItems(
  { changes }: Ticks,
  items: Item[],
  isBilled: (studentId: number, itemId: number) => boolean,
): { count: number; total: number } {
  const late = changes.filter(({ isOn, studentId, itemId }) => isOn && isBilled(studentId, itemId));
  const total = late.reduce((sum, { itemId }) => sum + items.find(({ id }) => id === itemId)!.amount, 0);
  return { count: late.length, total };
}
