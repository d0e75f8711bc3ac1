import { countOf, money } from '#ui/format.ts';
import type { Hold } from '../held/held-students.ts';
import { withheldInWords } from '../holds.ts';

/** 'Report card, exam hall withheld: owes ₦45,000.00, 42 days overdue.' */
export function holdInWords({ withheld, owed, daysOverdue }: Hold, currency: string): string {
  const late = daysOverdue ? `, ${countOf(daysOverdue, 'day')} overdue` : '';
  return `${withheldInWords(withheld)} withheld: owes ${money(owed, currency)}${late}.`;
}
