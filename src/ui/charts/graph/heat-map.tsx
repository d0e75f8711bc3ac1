import { valueOf, markLabel, type DrawnChart } from './chart-data.ts';
import { MarkLink } from './mark-link.tsx';
import { clippedTo, widthOf } from './scale.ts';
import classes from './graph-chart.module.css';

const line = 30;
const head = 24;
/** In percent of the accent: figures stay readable on it in both schemes. */
const deepest = 55;

export const heatHeight = ({ data }: Pick<DrawnChart, 'data'>) => data.groups.length * line + head + 4;

/** Columns narrower than this could not show their figures and most of their names. */
export const leastHeatWidth = ({ data }: Pick<DrawnChart, 'data'>) =>
  120 + data.series.length * Math.min(Math.max(...data.series.map(widthOf), 48) + 8, 84);

/** A table whose cells are the darker the larger their figure, which is written in them. */
export function HeatMap({ data, width }: Omit<DrawnChart, 'fill'>) {
  const { groups, series, marks } = data;
  const left = Math.min(Math.max(...groups.map(widthOf), 20), width * 0.3) + 10;
  const band = (width - left) / series.length;
  const values = marks.flat().map(valueOf);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  // By the root, so that one large figure doesn’t leave all others pale.
  const strength = (value: number) => (high > low ? Math.round(Math.sqrt((value - low) / (high - low)) * deepest) : 0);
  return (
    <g>
      {series.map((name, part) => (
        <text key={part} x={left + (part + 0.5) * band} y="15" textAnchor="middle" className={classes.tick}>
          {clippedTo(band - 4, name)}
          <title>{name}</title>
        </text>
      ))}
      {groups.map((_group, at) => (
        <g key={at} transform={`translate(0 ${head + at * line})`}>
          {series.map((_, part) => {
            const mark = marks[at]![part]!;
            const strong = mark.value === null ? 0 : strength(mark.value);
            return (
              <MarkLink key={part} href={mark.href} words={markLabel(data, at, part, mark)}>
                <rect
                  x={left + part * band + 1}
                  y="1"
                  width={band - 2}
                  height={line - 2}
                  rx="3"
                  className={classes.cell}
                  style={{ fill: `color-mix(in srgb, var(--accent) ${strong}%, var(--surface))` }}
                />
                <text
                  x={left + (part + 0.5) * band}
                  y={line / 2 + 4}
                  textAnchor="middle"
                  className={mark.isHidden ? classes.hidden : classes.name}
                >
                  {clippedTo(band - 4, mark.brief)}
                </text>
              </MarkLink>
            );
          })}
        </g>
      ))}
      <g className={classes.staying}>
        <rect width={left - 2} height={heatHeight({ data })} className={classes.ground} />
        {groups.map((group, at) => (
          <text key={at} x={left - 8} y={head + (at + 0.5) * line + 4} textAnchor="end" className={classes.name}>
            {clippedTo(left - 10, group)}
            <title>{group}</title>
          </text>
        ))}
      </g>
    </g>
  );
}
