import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { money } from '#ui/format.ts';
import classes from './bars.module.css';

interface Bar {
  label: ReactNode;
  key: string;
  amount: number;
  href?: string | undefined;
}

/** Amounts as a table with a bar behind each, for eyes and screen readers alike. */
export function Bars({
  caption,
  head,
  rows,
  currency,
}: {
  caption: string;
  head: string;
  rows: Bar[];
  currency: string;
}) {
  const most = Math.max(1, ...rows.map(({ amount }) => amount));
  return (
    <table className={classes.bars}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, amount, href }) => (
          <tr key={key}>
            <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
            <td>
              <span className={classes.track} aria-hidden>
                <span style={{ inlineSize: `${(Math.max(amount, 0) / most) * 100}%` }} />
              </span>
              <span className="tabular">{money(amount, currency)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Two amounts for each row: what was expected, and what came. */
export function PairedBars({
  caption,
  names,
  rows,
  currency,
}: {
  caption: string;
  names: [string, string];
  rows: { key: string; label: ReactNode; amounts: [number, number] }[];
  currency: string;
}) {
  const most = Math.max(1, ...rows.flatMap(({ amounts }) => amounts));
  return (
    <table className={classes.paired}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, amounts }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {amounts.map((amount, at) => (
              <td key={names[at]}>
                <span className={classes.track} data-second={at === 1 || undefined} aria-hidden>
                  <span style={{ inlineSize: `${(amount / most) * 100}%` }} />
                </span>
                <span className="tabular">{money(amount, currency)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
