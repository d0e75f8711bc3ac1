import { Link } from '../link.tsx';
import { count } from '../format.ts';
import classes from './count-bars.module.css';

interface CountBar {
  label: string;
  value: number;
  href?: string;
}

/** Numbers as a table with a bar beside each, which screen readers read as a table. */
export function CountBars({ caption, head, rows }: { caption: string; head: string; rows: CountBar[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const all = rows.reduce((sum, { value }) => sum + value, 0);
  return (
    <table className={classes.bars}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Number</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, href }) => (
          <tr key={label}>
            <th scope="row" title={label}>
              {href && value > 0 ? <Link href={href}>{label}</Link> : label}
            </th>
            <td className={classes.track} aria-hidden>
              <span style={{ inlineSize: `${(value / most) * 100}%` }} />
            </td>
            <td>{count(value)}</td>
            <td className="ink-3">{all ? `${Math.round((value / all) * 100)}%` : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
