import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { BarChart, barHeight } from './bar-chart.tsx';
import { ColumnChart } from './column-chart.tsx';
import { columnsHeight } from './columns.tsx';
import { Fills, fillIn } from './fills.tsx';
import { HeatMap, heatHeight, leastHeatWidth } from './heat-map.tsx';
import { LineArea } from './line-area.tsx';
import { PieChart, pieHeight } from './pie-chart.tsx';
import type { ChartData, DrawnChart } from './chart-data.ts';
import classes from './graph-chart.module.css';
import { LineKey } from './line-marks.tsx';
import { clippedTo, widthOf } from './scale.ts';

/** Pixels of a group that can still be told from the next. */
const leastUpright = 4;

export type ChartKind = 'bar' | 'stacked' | 'line' | 'area' | 'pie' | 'heat';

interface GraphChartProps {
  kind: ChartKind;
  data: ChartData;
  /** Bars stand upright where groups follow in time. */
  isTime: boolean;
  /** What is drawn, for the region that scrolls. */
  label: string;
  /** The drawing, for a download. */
  drawing?: RefObject<SVGSVGElement | null>;
}

/** A graph as a picture. Screen readers and the keyboard use the table that belongs beside it. */
export function GraphChart({ kind, data, isTime, label, drawing }: GraphChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const id = `graph${useId().replaceAll(/\W/g, '')}`;
  const width = kind === 'heat' ? Math.max(room, leastHeatWidth({ data })) : room;
  const fill = fillIn(id);
  const isUpright = isTime && room / data.groups.length >= leastUpright;
  const names = kind === 'pie' || kind === 'heat' || data.series.length < 2 ? [] : data.series;
  const top = legendPlaces(names, width).height;
  const isStacked = kind === 'stacked';
  const height = {
    bar: isUpright ? columnsHeight : barHeight({ data, isStacked }),
    line: columnsHeight,
    area: columnsHeight,
    stacked: isUpright ? columnsHeight : barHeight({ data, isStacked }),
    pie: pieHeight({ data, width }),
    heat: heatHeight({ data }),
  }[kind];
  const drawn = { data, width, fill };
  return (
    // A wide map scrolls by itself, also with the keyboard.
    <div
      ref={box}
      className={classes.box}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={width > room ? 0 : undefined}
      onScroll={({ currentTarget: { style, scrollLeft } }) => style.setProperty('--scrolled', `${scrollLeft}px`)}
    >
      <svg ref={drawing} width={width} height={top + height} viewBox={`0 0 ${width} ${top + height}`} aria-hidden>
        <Fills id={id} />
        <Legend names={names} width={width} fill={fill} isLines={kind === 'line'} />
        <g transform={`translate(0 ${top})`}>
          {(kind === 'bar' || kind === 'stacked') &&
            (isUpright ? (
              <ColumnChart {...drawn} isStacked={isStacked} />
            ) : (
              <BarChart {...drawn} isStacked={isStacked} />
            ))}
          {(kind === 'line' || kind === 'area') && <LineArea {...drawn} isArea={kind === 'area'} />}
          {kind === 'pie' && <PieChart {...drawn} />}
          {kind === 'heat' && <HeatMap {...drawn} />}
        </g>
      </svg>
    </div>
  );
}

/** The width that a chart has, measured again when the window changes. */
function useWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    const measured = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry!.contentRect.width))));
    measured.observe(box.current!);
    return () => measured.disconnect();
  }, [box]);
  return width;
}

const legendLine = 20;
const keyWidth = 22;

/** Where each name stands, line by line. */
function legendPlaces(names: readonly string[], width: number) {
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
function Legend({ names, width, fill, isLines }: LegendProps) {
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
