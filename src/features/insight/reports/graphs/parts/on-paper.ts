import type { Chart } from '../engine/graph-words.ts';
import type { Graph } from '../engine/read-graph.ts';

/** Lines of figures that a sheet has room for below a chart. */
const mostLines = 20;
/** Pixels of a sheet of A4, of a letter on it, and between two columns. */
const [width, letter, gap] = [680, 6, 12];

/** Whether a date is printed in the chart only: nothing is on it, and the table is long. */
export const isLeftOut = ({ isTime, groups, marks }: Graph, row: number): boolean =>
  isTime && groups.length > mostLines && marks[row]!.every(({ value, hidden }) => value === 0 && !hidden);

/** Whether the chart alone is printed, since every figure is written beside its bar. */
export const isToldByChart = ({ isTime, groups, series }: Graph, chart: Chart): boolean =>
  chart === 'bar' && !isTime && series.length === 1 && groups.length > mostLines;

/** How much smaller a table is printed than it is wide, so that no column is cut off. */
export function fitOf(lines: readonly string[][]): number {
  const widest = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]!.length))) ?? [];
  return Math.min(1, width / widest.reduce((sum, letters) => sum + letters * letter + gap, 0));
}
