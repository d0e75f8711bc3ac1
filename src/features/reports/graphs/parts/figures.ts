import { count, currencySign, money } from '#ui/format.ts';
import type { ChartData } from '#ui/charts/graph/chart-data.ts';
import type { Graph, Mark } from '../engine/read-graph.ts';

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** A figure as it is written. */
export function figure(value: number | null, type: Graph['type'], currency: string): string {
  if (value === null) return '—';
  if (type === 'money') return money(value, currency);
  return type === 'percent' ? `${count(value)}%` : count(value);
}

/** A figure, or why it is not shown. */
export function shownMark({ value, hidden }: Mark, type: Graph['type'], currency: string): string {
  if (hidden) return hidden === 'few' ? 'Fewer than 5' : 'Not shown';
  return figure(value, type, currency);
}

/** The graph as charts draw it. */
export const chartOf = (
  { groups, series, marks, type }: Graph,
  currency: string,
  hrefOf: (rules: string) => string | null,
): ChartData => ({
  ...{ groups, series },
  marks: marks.map((line) =>
    line.map((mark) => ({
      ...{ value: mark.value, isHidden: mark.hidden !== null, shown: shownMark(mark, type, currency) },
      href: mark.rules && hrefOf(mark.rules),
    })),
  ),
  tick: (value) => {
    if (type === 'money')
      return `${value < 0 ? '−' : ''}${currencySign(currency)}${compact.format(Math.abs(value) / 100)}`;
    return type === 'percent' ? `${compact.format(value)}%` : compact.format(value);
  },
});
