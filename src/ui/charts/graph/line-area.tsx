import { valueOf, wordsOf, type ChartData, type DrawnChart } from './chart-data.ts';
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
  const line = (part: number) =>
    runsOf(data, part).map((run) => run.map((at) => `${x(at)} ${y(places[at]![part]!.to)}`).join('L'));
  return (
    <Columns data={data} width={width} columns={columns}>
      {isArea &&
        series.map((_, part) =>
          runsOf(data, part).map((run) => (
            <path
              key={`${part}.${run[0]}`}
              d={`M${[
                ...run.map((at) => `${x(at)} ${y(places[at]![part]!.to)}`),
                ...run.toReversed().map((at) => `${x(at)} ${y(places[at]![part]!.from)}`),
              ].join('L')}Z`}
              className={classes.area}
              style={{ fill: fill(part) }}
            />
          )),
        )}
      {series.map((_, part) => (
        <g key={part} style={{ color: colourOf(part) }}>
          {line(part).map((d) => (
            <path key={d} d={`M${d}`} className={classes.path} strokeDasharray={isArea ? undefined : dashOf(part)} />
          ))}
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

/** The groups that follow each other without a gap. */
function runsOf({ marks, groups }: ChartData, part: number): number[][] {
  const runs: number[][] = [];
  groups.forEach((_, at) => {
    const mark = marks[at]![part];
    if (mark?.value === null || mark === undefined) return;
    const isNext = at > 0 && marks[at - 1]![part]?.value !== null && runs.length > 0;
    if (isNext) runs.at(-1)!.push(at);
    else runs.push([at]);
  });
  return runs.filter((run) => run.some((at) => Number.isFinite(valueOf(marks[at]![part]))));
}
