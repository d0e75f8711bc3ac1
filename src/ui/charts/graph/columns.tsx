import type { ReactNode } from 'react';
import type { ChartData } from './chart-data.ts';
import { clippedTo, scaleOf, ticksOf, widthOf } from './scale.ts';
import classes from './graph-chart.module.css';

export const columnsHeight = 320;
const foot = 26;
const head = 14;
/** Between names. */
const gap = 8;

/** Where groups stand beside each other, and how high values are. */
export function columnsOf(
  { groups, tick }: Pick<ChartData, 'groups' | 'tick'>,
  width: number,
  range: [number, number],
) {
  const ticks = ticksOf(...range);
  const left = Math.max(...ticks.map((value) => widthOf(tick(value))), 20) + 10;
  const bottom = columnsHeight - foot;
  const height = scaleOf(ticks, bottom - head);
  const band = (width - left - 8) / groups.length;
  return { ticks, left, band, bottom, y: (value: number) => bottom - height(value) };
}

interface Props {
  data: ChartData;
  width: number;
  columns: ReturnType<typeof columnsOf>;
  children: ReactNode;
}

/** The lines of values, and the names of groups as far as they have room. */
export function Columns({ data, width, columns: { ticks, left, band, y }, children }: Props) {
  const { groups, briefGroups, tick } = data;
  const wide = Math.min(Math.max(...briefGroups.map(widthOf), 24), 96) + gap;
  const step = Math.max(1, Math.ceil(wide / band));
  return (
    <g>
      {ticks.map((value) => (
        <g key={value} transform={`translate(0 ${y(value)})`}>
          <line x1={left} x2={width} className={value === 0 ? classes.base : classes.line} />
          <text x={left - 8} y="4" textAnchor="end" className={classes.tick}>
            {tick(value)}
          </text>
        </g>
      ))}
      {children}
      {briefGroups.map((group, at) => {
        const x = left + (at + 0.5) * band;
        if (at % step > 0 || (step > 1 && x + wide / 2 > width + gap)) return null;
        const text = clippedTo(Math.max(band * step, 60) - gap, group);
        // The first may be wider than what is left of it.
        return (
          <text
            key={at}
            x={Math.max(x, widthOf(text) / 2)}
            y={columnsHeight - 8}
            textAnchor="middle"
            className={classes.tick}
          >
            {text}
            <title>{groups[at]}</title>
          </text>
        );
      })}
    </g>
  );
}
