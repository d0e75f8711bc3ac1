import { Money } from '#ui/text.tsx';
import type { Item } from './figures.ts';
import classes from './reconciliation.module.css';

interface BothBalancesProps {
  currency: string;
  bookBalance: number;
  adjusted: number;
  /** Null before the first reconciliation: only the statement itself says it. */
  statementBalance: number | null;
  items: Pick<Item, 'kind' | 'amount' | 'isSettled'>[];
}

/** From the balance of the books to that of the statement. */
export function BothBalances({ currency, bookBalance, adjusted, statementBalance, items }: BothBalancesProps) {
  const sum = (kind: Item['kind']) =>
    items.reduce((all, item) => all + (item.kind === kind && !item.isSettled ? item.amount : 0), 0);
  const rows: [label: string, minor: number][] = [
    ['Balance of the books', bookBalance],
    ['At the bank, not in the books', sum('line')],
    ['In the books, not at the bank', -sum('entry')],
    ['Books with these items', adjusted],
    ...(statementBalance === null
      ? []
      : ([
          ['Balance of the statement', statementBalance],
          ['Difference', statementBalance - adjusted],
        ] satisfies [string, number][])),
  ];
  return (
    <table className={classes.table}>
      <tbody>
        {rows.map(([label, minor]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={classes.number}>
              <Money minor={minor} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
