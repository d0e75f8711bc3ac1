import type { DrawnChart } from './chart-data.ts';
import { LineKey } from './line-marks.tsx';
import { clippedTo, widthOf } from './scale.ts';
import classes from './graph-chart.module.css';

const legendLine = 20;
const keyWidth = 22;

/** Where each name stands, line by line. */
export function legendPlaces(names: readonly string[], width: number) {
  let [x, y] = [0, 0];
  const places = names.map((name) => {
    const text = clippedTo(width - keyWidth - 10, name);
    const wide = widthOf(text) + keyWidth + 20;
    if (x > 0 && x + wide > width) [x, y] = [0, y + legendLine];
    const place = { x, y, text };
    x += wide;
    return place;
  });
  return { places, height: names.length ? y + legendLine + 6 : 0 };
}

interface LegendProps {
  names: readonly string[];
  width: number;
  fill: DrawnChart['fill'];
  /** Named by their dashes and points. */
  isLines: boolean;
}

/** The names of series beside their colours and patterns. */
export function Legend({ names, width, fill, isLines }: LegendProps) {
  return legendPlaces(names, width).places.map(({ x, y, text }, at) => (
    <g key={at} transform={`translate(${x} ${y})`}>
      {isLines ? (
        <LineKey series={at} />
      ) : (
        <rect x="4" width="14" height="14" rx="2" className={classes.mark} style={{ fill: fill(at) }} />
      )}
      <text x={keyWidth + 6} y="11" className={classes.name}>
        {text}
      </text>
    </g>
  ));
}
