import { clippedTo, widthOf } from './scale.ts';
import type { DrawnChart } from './chart-data.ts';
import classes from './graph-chart.module.css';

export const legendLine = 20;

/** Where each name stands, line by line. */
export function legendPlaces(names: readonly string[], width: number) {
  let [x, y] = [0, 0];
  const places = names.map((name) => {
    const text = clippedTo(width - 24, name);
    const wide = widthOf(text) + 34;
    if (x > 0 && x + wide > width) [x, y] = [0, y + legendLine];
    const place = { x, y, text };
    x += wide;
    return place;
  });
  return { places, height: names.length ? y + legendLine + 6 : 0 };
}

/** The names of series beside their colours and patterns. */
export function Legend({ names, width, fill }: { names: readonly string[]; width: number; fill: DrawnChart['fill'] }) {
  return legendPlaces(names, width).places.map(({ x, y, text }, at) => (
    <g key={at} transform={`translate(${x} ${y})`}>
      <rect width="14" height="14" rx="2" className={classes.mark} style={{ fill: fill(at) }} />
      <text x="20" y="11" className={classes.name}>
        {text}
      </text>
    </g>
  ));
}
