import { Link } from '#ui/link.tsx';
import type { CSSProperties } from 'react';
import { cx } from '#ui/cx.ts';
import type { Graph } from '../engine/read-graph.ts';
import { figure, shownMark } from './figures.ts';
import classes from '../../shared/report-table.module.css';
import type { Chart } from '../engine/graph-labels.ts';

/** A wide table scrolls by itself, also with the keyboard. */
const seen = { className: classes.box, role: 'region', tabIndex: 0 };
const unseen = { className: 'visually-hidden' };

interface GraphTableProps {
  graph: Graph;
  currency: string;
  caption: string;
  hrefOf: (rules: string) => string | null;
  /** For screen readers only, beside a chart. */
  isUnseen?: boolean;
}

/** The figures of a graph as a table, for screen readers, the keyboard and everybody who wants to know exactly. */
export function GraphTable({ graph, currency, caption, hrefOf, isUnseen = false }: GraphTableProps) {
  const { fields, groups, series, marks, totals, type, label } = graph;
  const isSplit = fields.length > 1;
  const heads = isSplit ? series : [label];
  const lines = groups.map((group, row) => [
    group,
    ...marks[row]!.map((mark) => shownMark(mark, type, currency)),
    ...(isSplit && totals ? [figure(totals.groups[row]!, type, currency)] : []),
  ]);
  return (
    <div {...(isUnseen ? unseen : { ...seen, 'aria-label': `Figures of ${caption}` })}>
      <table
        className={cx(classes.table, classes.graph)}
        style={{ '--fit': fitOf([[fields[0]!, ...heads], ...lines]) } as CSSProperties}
      >
        <caption className="visually-hidden">{`${label} by ${fields.join(' and ')}`}</caption>
        <thead>
          <tr>
            <th scope="col">{fields[0]}</th>
            {heads.map((name, at) => (
              <th key={at} scope="col" className={classes.end}>
                {name}
              </th>
            ))}
            {isSplit && totals && (
              <th scope="col" className={classes.end}>
                Total
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(([group, ...shown], row) => (
            <tr key={row} data-row data-empty={isLeftOut(graph, row) || undefined}>
              <th scope="row">{group}</th>
              {shown.map((text, column) => {
                const rules = marks[row]![column]?.rules;
                const href = rules && hrefOf(rules);
                return (
                  <td key={column} className={classes.end}>
                    {href ? <Link href={href}>{text}</Link> : text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {totals && groups.length > 1 && (
          <tfoot>
            <tr>
              <td>Total</td>
              {totals.series.map((value, at) => (
                <td key={at} className={classes.end}>
                  {figure(value, type, currency)}
                </td>
              ))}
              {isSplit && <td className={classes.end}>{figure(totals.all, type, currency)}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Lines of figures that a sheet has room for below a chart. */
const mostLines = 20;
/** Pixels of a sheet of A4, of a letter on it, and between two columns. */
const [width, letter, gap] = [680, 6, 12];

/** Whether a date is printed in the chart only: nothing is on it, and the table is long. */
const isLeftOut = ({ isTime, groups, marks }: Graph, row: number): boolean =>
  isTime && groups.length > mostLines && marks[row]!.every(({ value, hidden }) => value === 0 && !hidden);

/** Whether the chart alone is printed, since every figure is written beside its bar. */
export const isToldByChart = ({ isTime, groups, series }: Graph, chart: Chart): boolean =>
  chart === 'bar' && !isTime && series.length === 1 && groups.length > mostLines;

/** How much smaller a table is printed than it is wide, so that no column is cut off. */
function fitOf(lines: readonly string[][]): number {
  const widest = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]!.length))) ?? [];
  return Math.min(1, width / widest.reduce((sum, letters) => sum + letters * letter + gap, 0));
}
