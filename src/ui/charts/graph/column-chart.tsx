import { wordsOf, type ChartMark, type DrawnChart } from './chart-data.ts';
import { Columns, columnsOf } from './columns.tsx';
import { MarkLink } from './mark-link.tsx';
import { widthOf } from './scale.ts';
import { partsOf, rangeOf } from './stacks.ts';
import classes from './graph-chart.module.css';

const mostNoughts = 12;

/** Bars upwards, for what follows in time. */
export function ColumnChart({ data, width, fill, isStacked }: DrawnChart & { isStacked: boolean }) {
  const { groups, series, marks } = data;
  const columns = columnsOf(data, width, rangeOf(data, isStacked));
  const { left, band, y } = columns;
  const room = Math.min(band * 0.74, 64 * (isStacked ? 1 : series.length));
  const thick = isStacked ? room : room / series.length;
  // A row of noughts says less than an empty line.
  const isTold = ({ value, isHidden }: ChartMark) =>
    isHidden || (value !== null && (value !== 0 || groups.length <= mostNoughts));
  return (
    <Columns data={data} width={width} columns={columns}>
      {groups.map((_, at) => (
        <g key={at} transform={`translate(${left + at * band + (band - room) / 2} 0)`}>
          {partsOf(data, at, isStacked).map(({ from, to }, part) => {
            const mark = marks[at]![part]!;
            const top = y(Math.max(from, to));
            const isNamed = !isStacked && isTold(mark) && widthOf(mark.brief) <= band / series.length + 4;
            const x = isStacked ? 0 : part * thick;
            return (
              <MarkLink key={part} href={mark.href} words={wordsOf(data, at, part, mark)}>
                <rect
                  x={x}
                  y={top}
                  width={Math.max(1, thick - (isStacked ? 0 : 1))}
                  height={y(Math.min(from, to)) - top}
                  className={classes.mark}
                  style={{ fill: fill(part) }}
                />
                {isNamed && (
                  <text
                    x={x + thick / 2}
                    y={top - 4}
                    textAnchor="middle"
                    className={mark.isHidden ? classes.hidden : classes.value}
                  >
                    {mark.brief}
                  </text>
                )}
              </MarkLink>
            );
          })}
        </g>
      ))}
    </Columns>
  );
}
