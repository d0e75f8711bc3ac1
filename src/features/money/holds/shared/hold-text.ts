import { countOf, money } from '#ui/format.ts';
import type { Hold } from '../held/held-students.ts';
import { withheldText } from '../holds.ts';

/** 'Report card, exam hall withheld: owes ₦45,000.00, 42 days overdue.' Without what is lifted, unless all of it is. */
export function holdText({ withheld, remaining, owed, daysOverdue }: Hold, currency: string): string {
  const late = daysOverdue ? `, ${countOf(daysOverdue, 'day')} overdue` : '';
  const what =
    remaining.length > 0 ? `${withheldText(remaining)} withheld` : `${withheldText(withheld)} released for now`;
  return `${what}: owes ${money(owed, currency)}${late}.`;
}
