import { Link } from '@inertiajs/react';
import { count } from '#ui/format.ts';
import { sum } from './sum.ts';
import classes from './dashlets.module.css';

export interface SeriesPoint {
  label: string;
  value: number;
  shown?: string | undefined;
  series?: string | undefined;
  href?: string | undefined;
}

/** A bar for each group, in a part for each series; a table for screen readers, its parts told apart by pattern. */
export function SeriesBars({ label, points }: { label: string; points: SeriesPoint[] }) {
  const series = [...new Set(points.map((point) => point.series ?? ''))];
  const groups = [...Map.groupBy(points, (point) => point.label)];
  const most = Math.max(1, ...groups.map(([, parts]) => sum(parts)));
  const isSplit = series.length > 1;
  return (
    <>
      {isSplit && (
        <ul className={classes.legend} aria-hidden>
          {series.map((name, at) => (
            <li key={name}>
              <i data-series={at} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <table className={classes.bars}>
        <caption className="visually-hidden">{label}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Group</th>
            <td aria-hidden />
            {series.map((name) => (
              <th scope="col" key={name}>
                {name || 'Value'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([name, parts]) => (
            <tr key={name}>
              <th scope="row">{parts[0]!.href ? <Link href={parts[0]!.href}>{name}</Link> : name}</th>
              <td className={classes.track} aria-hidden>
                {series.map((one, at) => (
                  <span key={one} data-series={at} style={{ inlineSize: `${(valueOf(parts, one) / most) * 100}%` }} />
                ))}
              </td>
              {series.map((one) => (
                <td key={one} className={classes.value}>
                  {partOf(parts, one)?.shown ?? count(valueOf(parts, one))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const partOf = (parts: SeriesPoint[], series: string) => parts.find((part) => (part.series ?? '') === series);
const valueOf = (parts: SeriesPoint[], series: string) => partOf(parts, series)?.value ?? 0;
