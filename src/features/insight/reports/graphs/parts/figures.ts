import { minGroupSize } from '#kernel/min-group-size.ts';
import { count, currencySign, money } from '#ui/format.ts';
import type { ChartData } from '#ui/charts/graph/chart-data.ts';
import { weekOf, type Chart } from '../engine/graph-labels.ts';
import type { Graph, Mark } from '../engine/read-graph.ts';

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
/** Steps of an axis are 2.5 at times, of thousands or millions. */
const exact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 4 });

/** A figure as it is written. */
export function figure(value: number | null, type: Graph['type'], currency: string): string {
  if (value === null) return '—';
  if (type === 'money') return money(value, currency);
  return type === 'percent' ? `${count(value)}%` : count(value);
}

/** A figure, or why it is not shown. */
export function shownMark({ value, hidden }: Mark, type: Graph['type'], currency: string): string {
  if (hidden) return hidden === 'few' ? `Fewer than ${minGroupSize}` : 'Not shown';
  return figure(value, type, currency);
}

/** A value where there is little room: '1.2k'. */
function briefly(value: number, type: Graph['type'], currency: string, format = compact): string {
  if (type === 'money')
    return `${value < 0 ? '−' : ''}${currencySign(currency)}${format.format(Math.abs(value) / 100)}`;
  return type === 'percent' ? `${format.format(value)}%` : format.format(value);
}

/** The graph as it can be drawn: a pie has no room for what is owed the other way. */
export const drawnAs = (chart: Chart, { marks }: Graph): Chart =>
  chart === 'pie' && marks.flat().some(({ value }) => value !== null && value < 0) ? 'bar' : chart;

const briefHidden = { few: '<5', covered: '·' };

/** The groups of a time line, which doesn't run on to rows without a date. */
export function datedOf(graph: Graph): Graph {
  const isDated = <Part>(_: Part, at: number) => !graph.undated[at];
  return { ...graph, groups: graph.groups.filter(isDated), marks: graph.marks.filter(isDated) };
}

/** The graph as charts draw it. */
export const chartOf = (
  { groups, series, marks, type }: Graph,
  currency: string,
  hrefOf: (rules: string) => string | null,
): ChartData => ({
  groups,
  series,
  briefGroups: groups.map((group) => group.replace(weekOf, '')),
  marks: marks.map((line) =>
    line.map((mark) => {
      const { value, hidden, rules } = mark;
      return {
        value,
        isHidden: hidden !== null,
        shown: shownMark(mark, type, currency),
        brief: hidden ? briefHidden[hidden] : value === null ? '—' : briefly(value, type, currency),
        href: rules && hrefOf(rules),
      };
    }),
  ),
  tick: (value) => briefly(value, type, currency, exact),
});
