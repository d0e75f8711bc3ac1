import type { ReactNode } from 'react';
import classes from './institution.module.css';

interface FigureTableProps {
  /** The titles of the columns, that of the rows first. */
  heads: string[];
  /** One for each column of figures. */
  totals?: ReactNode[];
  children: ReactNode;
}

/** A table of figures, with their totals below. */
export function FigureTable({ heads, totals, children }: FigureTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {children}
      {totals && (
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {totals.map((total, at) => (
              <td key={heads[at + 1]}>{total}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
