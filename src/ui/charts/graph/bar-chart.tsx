import { markLabel, type ChartMark, type DrawnChart } from './chart-data.ts';
import { MarkLink } from './mark-link.tsx';
import { clippedTo, scaleOf, ticksOf, widthOf } from './scale.ts';
import { partsOf, rangeOf } from './stacks.ts';
import classes from './graph-chart.module.css';

interface Props extends DrawnChart {
  isStacked: boolean;
}

const axis = 22;
/** On less, figures written in full would leave little for the bars. */
const roomy = 480;

const bandOf = ({ data, isStacked }: Pick<Props, 'data' | 'isStacked'>) =>
  isStacked || data.series.length === 1 ? 28 : data.series.length * 15 + 12;

export const barHeight = (props: Pick<Props, 'data' | 'isStacked'>) => props.data.groups.length * bandOf(props) + axis;

/** Bars to the right, one line for each group: its name has room, however many there are. */
export function BarChart({ data, width, fill, isStacked }: Props) {
  const { groups, series, marks, tick } = data;
  const left = Math.min(Math.max(...groups.map(widthOf), 20), width * 0.36) + 10;
  const single = series.length === 1;
  const textOf = ({ shown, brief }: ChartMark) => (width < roomy ? brief : shown);
  const longest = Math.max(...marks.flat().map((mark) => widthOf(textOf(mark))), 30);
  const right = single || !isStacked ? Math.min(longest, 110) + 8 : 16;
  const ticks = ticksOf(...rangeOf(data, isStacked));
  const x = scaleOf(ticks, width - left - right);
  const band = bandOf({ data, isStacked });
  const bottom = groups.length * band;
  const thick = isStacked || single ? band - 10 : (band - 12) / series.length - 1;
  const step = ticks.length * 52 > width - left - right ? 2 : 1;
  return (
    <g>
      {ticks.map((value, at) => (
        <g key={value} transform={`translate(${left + x(value)} 0)`}>
          <line y2={bottom} className={value === 0 ? classes.base : classes.line} />
          {at % step === 0 && (
            <text y={bottom + 16} textAnchor="middle" className={classes.tick}>
              {tick(value)}
            </text>
          )}
        </g>
      ))}
      {groups.map((group, at) => (
        <g key={at} transform={`translate(0 ${at * band})`}>
          <text x={left - 8} y={band / 2 + 4} textAnchor="end" className={classes.name}>
            {clippedTo(left - 10, group)}
            <title>{group}</title>
          </text>
          {partsOf(data, at, isStacked).map(({ from, to }, part) => {
            const mark = marks[at]![part]!;
            const y = isStacked || single ? 5 : 6 + part * (thick + 1);
            const [start, end] = [left + x(Math.min(from, to)), left + x(Math.max(from, to))];
            return (
              <MarkLink key={part} href={mark.href} words={markLabel(data, at, part, mark)}>
                <rect
                  x={start}
                  y={y}
                  width={end - start}
                  height={thick}
                  className={classes.mark}
                  style={{ fill: fill(part) }}
                />
                {(single || !isStacked) && (mark.value !== null || mark.isHidden) && (
                  <text x={end + 5} y={y + thick / 2 + 4} className={mark.isHidden ? classes.hidden : classes.value}>
                    {textOf(mark)}
                  </text>
                )}
              </MarkLink>
            );
          })}
        </g>
      ))}
    </g>
  );
}
