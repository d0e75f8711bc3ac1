import { Link } from '#ui/link.tsx';
import { count } from '#ui/format.ts';
import classes from './overview.module.css';

export interface CountBar {
  key: string;
  label: string;
  value: number;
  href?: string | undefined;
  hint?: string | undefined;
}

/** Counts as a table with a bar in each row, for eyes and screen readers alike. */
export function CountBars({ caption, rows }: { caption: string; rows: CountBar[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className={classes.bars}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {rows.map(({ key, label, value, href, hint }) => (
          <tr key={key}>
            <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
            <td className={classes.line}>
              <span className={classes.track} aria-hidden>
                <span style={{ inlineSize: `${(value / most) * 100}%` }} />
              </span>
              <span className={classes.figure}>
                {count(value)} {hint && <span className={classes.hint}>· {hint}</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
