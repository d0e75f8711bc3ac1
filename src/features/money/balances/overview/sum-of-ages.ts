import type { AmountsOwed } from './overview.ts';

/** What is open in all ages. */
export const sumOfAges = ({
  notDue,
  days30,
  days60,
  days90,
  older,
}: Pick<AmountsOwed, 'notDue' | 'days30' | 'days60' | 'days90' | 'older'>) => notDue + days30 + days60 + days90 + older;
