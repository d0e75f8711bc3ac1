import type { MoneyOverview } from './overview.ts';

type Money = Pick<MoneyOverview, 'collected' | 'takenBack'>;

/** What is left of a day's money after reversals and refunds. */
export const collectedOf = ({ collected, takenBack }: Money) =>
  collected.reduce((sum, { amount }) => sum + amount, 0) - takenBack.reversed - takenBack.refunded;

/** What was taken off, each with its amount below zero. */
export const takenOff = ({ takenBack }: Pick<Money, 'takenBack'>) =>
  [
    { name: 'Reversed', amount: -takenBack.reversed },
    { name: 'Refunds handed over', amount: -takenBack.refunded },
  ].filter(({ amount }) => amount !== 0);
