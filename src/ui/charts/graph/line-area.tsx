import { area, line } from 'd3-shape';
import { wordsOf, type DrawnChart } from './chart-data.ts';
import { Columns, columnsOf } from './columns.tsx';
import { colourOf } from './fills.tsx';
import { dashOf, shapeOf } from './line-marks.tsx';
import { MarkLink } from './mark-link.tsx';
import { partsOf, rangeOf } from './stacks.ts';
import classes from './graph-chart.module.css';

/** How figures go over the groups: lines, or areas on top of each other. A figure that is missing breaks its line. */
export function LineArea({ data, width, fill, isArea }: DrawnChart & { isArea: boolean }) {
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
              <MarkLink key={at} href={mark.href} words={wordsOf(data, at, part, mark)}>
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
