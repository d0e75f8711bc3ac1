import { Link } from '@inertiajs/react';
import type { Graph } from '../engine/read-graph.ts';
import { figure, shownMark } from './figures.ts';
import classes from '../../parts/report-table.module.css';

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
  return (
    <div {...(isUnseen ? unseen : { ...seen, 'aria-label': `Figures of ${caption}` })}>
      <table className={classes.table}>
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
          {groups.map((group, row) => (
            <tr key={row} data-row>
              <th scope="row">{group}</th>
              {marks[row]!.map((mark, column) => {
                const shown = shownMark(mark, type, currency);
                const href = mark.rules && hrefOf(mark.rules);
                return (
                  <td key={column} className={classes.end}>
                    {href ? <Link href={href}>{shown}</Link> : shown}
                  </td>
                );
              })}
              {isSplit && totals && <td className={classes.end}>{figure(totals.groups[row]!, type, currency)}</td>}
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
