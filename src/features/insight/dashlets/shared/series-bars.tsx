import { Link } from '#ui/link.tsx';
import { useId } from 'react';
import { count } from '#ui/format.ts';
import { sum } from './ring.ts';
import classes from './dashlets.module.css';

interface SeriesPoint {
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

/** Drawn over the colours of marks, which tell them apart on paper and to people who see no colours. The first is plain. */
const patterns = [
  null,
  <path key="rising" d="M-1 1l2-2M0 4l4-4M3 5l2-2" />,
  <path key="level" d="M0 1h4M0 3h4" />,
  <path key="upright" d="M2 0v4" />,
  <path key="crossed" d="M0 4l4-4M0 0l4 4" />,
  <circle key="dotted" cx="2" cy="2" r=".7" />,
] as const;

const markCount = patterns.length;

const idOf = (scope: string, series: number) => `${scope}-${series}`;

/** Defines the patterns once for some drawings, under names that nothing else on the page has. */
export const MarkPatterns = ({ scope, scale = 1 }: { scope: string; scale?: number }) => (
  <defs>
    {patterns.map(
      (drawn, series) =>
        drawn && (
          <pattern
            key={idOf(scope, series)}
            id={idOf(scope, series)}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform={`scale(${scale})`}
          >
            <g className={classes.pattern}>{drawn}</g>
          </pattern>
        ),
    )}
  </defs>
);

/** The fill over a mark; undefined for the plain one. */
export const patternOf = (scope: string, series: number): string | undefined =>
  patterns[series % markCount] ? `url("#${idOf(scope, series % markCount)}")` : undefined;

/** The key of a mark in a legend. It is a drawing because browsers print no backgrounds. */
export const MarkKey = ({ series }: { series: number }) => (
  <svg className={classes.key} viewBox="0 0 8 8" data-series={series % markCount} aria-hidden>
    <rect width="8" height="8" />
    {patterns[series % markCount] && (
      <g className={classes.pattern}>
        {[0, 4].flatMap((x) =>
          [0, 4].map((y) => (
            <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
              {patterns[series % markCount]}
            </g>
          )),
        )}
      </g>
    )}
  </svg>
);
