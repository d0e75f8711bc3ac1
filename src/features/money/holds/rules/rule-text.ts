import { countOf, money } from '#ui/format.ts';
import type { RuleCondition } from '../holds.ts';

type Condition = Pick<RuleCondition, 'above' | 'counts' | 'overdueDays' | 'needs'>;

/** 'More than ₦20,000.00 overdue, or overdue for more than 30 days'. */
export function conditionText({ above, counts, overdueDays, needs }: Condition, currency: string): string {
  const amount = above !== null && `More than ${money(above, currency)} ${counts === 'owed' ? 'owed' : 'overdue'}`;
  if (overdueDays === null) return amount || '';
  const days = `overdue for more than ${countOf(overdueDays, 'day')}`;
  if (!amount) return days.charAt(0).toUpperCase() + days.slice(1);
  return `${amount}, ${needs === 'both' ? 'and' : 'or'} ${days}`;
}

/** 'SS 3, National Diploma' or 'All students'. */
export const placesText = ({ programs, classes }: { programs: string[]; classes: string[] }): string =>
  [...programs, ...classes].join(', ') || 'All students';
