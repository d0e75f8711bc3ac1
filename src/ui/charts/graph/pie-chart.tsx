import { arc, pie, type PieArcDatum } from 'd3-shape';
import { valueOf, markLabel, type DrawnChart } from './chart-data.ts';
import { MarkLink } from './mark-link.tsx';
import { clippedTo, widthOf } from './scale.ts';
import classes from './graph-chart.module.css';

const radius = 110;
const line = 24;
const sliceOf = arc<PieArcDatum<number>>().innerRadius(0).outerRadius(radius);

export const pieHeight = ({ data, width }: Pick<DrawnChart, 'data' | 'width'>) =>
  width < 480 ? radius * 2 + 24 + data.groups.length * line : Math.max(radius * 2 + 12, data.groups.length * line);

/** Shares of a whole, with their names and figures beside them. */
export function PieChart({ data, width, fill }: DrawnChart) {
  const { groups, marks } = data;
  const values = groups.map((_, at) => Math.max(0, valueOf(marks[at]![0])));
  const all = values.reduce((sum, value) => sum + value, 0);
  const slices = pie<number>().sort(null)(values);
  const isNarrow = width < 480;
  const centre = isNarrow ? width / 2 : radius + 4;
  const names = isNarrow
    ? { x: 4, y: radius * 2 + 24 }
    : { x: radius * 2 + 44, y: Math.max(0, radius + 4 - (groups.length * line) / 2) + 5 };
  return (
    <g>
      <g transform={`translate(${centre} ${radius + 4})`}>
        {all === 0 && <circle r={radius} className={classes.none} />}
        {groups.map(
          (_, at) =>
            values[at]! > 0 && (
              <MarkLink key={at} href={marks[at]![0]!.href} words={markLabel(data, at, 0, marks[at]![0]!)}>
                <path d={sliceOf(slices[at]!) ?? ''} className={classes.slice} style={{ fill: fill(at) }} />
              </MarkLink>
            ),
        )}
      </g>
      {groups.map((group, at) => {
        const mark = marks[at]![0]!;
        const share = all && mark.value !== null ? `, ${Math.round((values[at]! / all) * 1000) / 10}%` : '';
        const isTold = !marks.flat().some(({ isHidden }) => isHidden);
        const figure = `${mark.shown}${isTold && !mark.shown.endsWith('%') ? share : ''}`;
        // A long name is cut, its figure is not.
        const name = clippedTo(width - names.x - 24 - widthOf(`: ${figure}`), group);
        return (
          <g key={at} transform={`translate(${names.x} ${names.y + at * line})`}>
            <rect width="14" height="14" rx="2" className={classes.mark} style={{ fill: fill(at) }} />
            <text x="22" y="12" className={mark.isHidden ? classes.hidden : classes.name}>
              {`${name}: ${figure}`}
              <title>{`${group}: ${figure}`}</title>
            </text>
          </g>
        );
      })}
    </g>
  );
}
