import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { BarChart, barHeight } from './bar-chart.tsx';
import { columnsHeight, Columns, columnsOf } from './columns.tsx';
import { HeatMap, heatHeight, leastHeatWidth } from './heat-map.tsx';
import { PieChart, pieHeight } from './pie-chart.tsx';
import { type ChartData, type DrawnChart, markLabel, type ChartMark } from './chart-data.ts';
import classes from './graph-chart.module.css';
import { clippedTo, widthOf } from './scale.ts';
import { area, line } from 'd3-shape';
import { MarkLink } from './mark-link.tsx';
import { partsOf, rangeOf } from './stacks.ts';

/** Colours that differ with every kind of colour blindness, each with a pattern for print without colour. */
const patterns = [
  null,
  { size: 6, turn: 45, d: 'M0 3H6' },
  { size: 6, turn: 0, d: 'M3 2.99V3.01' },
  { size: 5, turn: -45, d: 'M0 2.5H5' },
  { size: 7, turn: 0, d: 'M0 3.5H7M3.5 0V7' },
  { size: 5, turn: 90, d: 'M0 2.5H5' },
  { size: 5, turn: 0, d: 'M0 2.5H5' },
  { size: 7, turn: 45, d: 'M0 3.5H7M3.5 0V7' },
];

const colourOf = (series: number) => `var(--series-${series % patterns.length})`;

/** A name for the patterns of one chart among those of a page. */
const fillIn = (id: string) => (series: number) =>
  patterns[series % patterns.length] ? `url(#${id}-${series % patterns.length})` : colourOf(series);

const Fills = ({ id }: { id: string }) => (
  <defs>
    {patterns.map(
      (pattern, at) =>
        pattern && (
          <pattern
            key={at}
            id={`${id}-${at}`}
            width={pattern.size}
            height={pattern.size}
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${pattern.turn})`}
          >
            <rect width={pattern.size} height={pattern.size} style={{ fill: colourOf(at) }} />
            <path
              d={pattern.d}
              style={{ stroke: 'var(--surface)', strokeWidth: at === 2 ? 2.4 : 1.2, strokeLinecap: 'round' }}
            />
          </pattern>
        ),
    )}
  </defs>
);

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

/** How figures go over the groups: lines, or areas on top of each other. A figure that is missing breaks its line. */
function LineArea({ data, width, fill, isArea }: DrawnChart & { isArea: boolean }) {
  const { groups, series, marks } = data;
  const isStacked = isArea && series.length > 1;
  const columns = columnsOf(data, width, rangeOf(data, isStacked));
  const { left, band, y } = columns;
  const x = (group: number) => left + (group + 0.5) * band;
  const places = groups.map((_, at) => partsOf(data, at, isStacked));
  const isThere = (part: number) => (at: number) => marks[at]![part]?.value != null;
  const lineOf = (part: number) =>
    line<number>(
      (at) => x(at),
      (at) => y(places[at]![part]!.to),
    ).defined(isThere(part))(groups.keys());
  const areaOf = (part: number) =>
    area<number>(
      (at) => x(at),
      (at) => y(places[at]![part]!.from),
      (at) => y(places[at]![part]!.to),
    ).defined(isThere(part))(groups.keys());
  return (
    <Columns data={data} width={width} columns={columns}>
      {isArea &&
        series.map((_, part) => (
          <path key={part} d={areaOf(part) ?? ''} className={classes.area} style={{ fill: fill(part) }} />
        ))}
      {series.map((_, part) => (
        <g key={part} style={{ color: colourOf(part) }}>
          <path d={lineOf(part) ?? ''} className={classes.path} strokeDasharray={isArea ? undefined : dashOf(part)} />
          {groups.map((_name, at) => {
            const mark = marks[at]![part]!;
            if (mark.value === null) return null;
            return (
              <MarkLink key={at} href={mark.href} words={markLabel(data, at, part, mark)}>
                <g transform={`translate(${x(at)} ${y(places[at]![part]!.to)})`}>
                  <circle r={Math.max(4, Math.min(band / 2, 14))} className={classes.touch} />
                  {(groups.length <= 40 || mark.value !== 0) && <path d={shapeOf(part)} className={classes.point} />}
                </g>
              </MarkLink>
            );
          })}
        </g>
      ))}
    </Columns>
  );
}

const mostNoughts = 12;

/** Bars upwards, for what follows in time. */
function ColumnChart({ data, width, fill, isStacked }: DrawnChart & { isStacked: boolean }) {
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
              <MarkLink key={part} href={mark.href} words={markLabel(data, at, part, mark)}>
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

/** Lines also differ by their dashes and the shapes of their points. */
const dashes = ['', '7 4', '2 3', '10 3 2 3', '5 2', '1 4', '12 4', '3 6'];
const shapes = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M0 -4.6L4.8 3.8H-4.8Z',
];

const dashOf = (series: number) => dashes[series % dashes.length];
const shapeOf = (series: number) => shapes[series % shapes.length];

/** A line as it is drawn, beside its name. */
const LineKey = ({ series }: { series: number }) => (
  <g style={{ color: colourOf(series) }}>
    <path d="M0 7H22" className={classes.path} strokeDasharray={dashOf(series)} />
    <path d={shapeOf(series)} transform="translate(11 7)" className={classes.point} />
  </g>
);
