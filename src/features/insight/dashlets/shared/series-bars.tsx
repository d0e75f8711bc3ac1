import { Link } from '#ui/link.tsx';
import { useId } from 'react';
import { count } from '#ui/format.ts';
import { MarkKey, markCount, MarkPatterns, patternOf } from './mark-patterns.tsx';
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
export function SeriesBars({
  label,
  points,
  full,
}: {
  label: string;
  points: SeriesPoint[];
  full?: number | undefined;
}) {
  const scope = useId();
  const series = [...new Set(points.map((point) => point.series ?? ''))];
  const groups = [...Map.groupBy(points, (point) => point.label)];
  const most = full ?? Math.max(1, ...groups.map(([, parts]) => sum(parts)));
  const isSplit = series.length > 1;
  return (
    <>
      <svg className={classes.defined} aria-hidden>
        <MarkPatterns scope={scope} scale={1.5} />
      </svg>
      <table className={classes.bars}>
        <caption className="visually-hidden">{label}</caption>
        <thead className={isSplit ? undefined : 'visually-hidden'}>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Group</span>
            </th>
            <td aria-hidden />
            {series.map((name, at) => (
              <th scope="col" key={name} className={classes.value}>
                {isSplit && <MarkKey series={at} />}
                {name || 'Value'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([name, parts]) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {parts[0]!.href ? <Link href={parts[0]!.href}>{name}</Link> : name}
              </th>
              <td className={classes.track} aria-hidden>
                <Bar scope={scope} lengths={series.map((one) => valueOf(parts, one) / most)} />
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

/** The parts of a bar, one after the other, as shares of the longest. */
function Bar({ scope, lengths }: { scope: string; lengths: number[] }) {
  return (
    <svg>
      {lengths.map((length, series) => {
        const place = {
          x: `${lengths.slice(0, series).reduce((all, one) => all + one, 0) * 100}%`,
          width: `${length * 100}%`,
          height: '100%',
        };
        const pattern = patternOf(scope, series);
        return (
          <g key={series} data-series={series % markCount}>
            <rect {...place} />
            {pattern && <rect {...place} style={{ fill: pattern }} />}
          </g>
        );
      })}
    </svg>
  );
}

const partOf = (parts: SeriesPoint[], series: string) => parts.find((part) => (part.series ?? '') === series);
const valueOf = (parts: SeriesPoint[], series: string) => partOf(parts, series)?.value ?? 0;
