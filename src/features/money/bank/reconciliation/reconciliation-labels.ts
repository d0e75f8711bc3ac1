import { formatMoney } from '#kernel/money.ts';

/** What an item is that one side alone has. */
export const itemFates = {
  waiting: 'The other side comes later',
  settled: 'It’s already in both balances',
} as const;

export const itemLabels = { entry: 'In the books, not at the bank', line: 'At the bank, not in the books' } as const;

/** What has changed in the days of a closed reconciliation. */
export function changesSince({ books, lines }: { books: number; lines: number }, currency: string): string[] {
  const money = (minor: number) => formatMoney({ minor, currency });
  return [
    ...(books === 0 ? [] : [`Since the close, ${money(books)} was posted to these days.`]),
    ...(lines === 0 ? [] : [`Since the close, lines of ${money(lines)} were added to these days.`]),
  ];
}
