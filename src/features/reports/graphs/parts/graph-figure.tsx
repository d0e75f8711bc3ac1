import type { RefObject } from 'react';
import { GraphChart } from '#ui/charts/graph/graph-chart.tsx';
import type { Chart } from '../engine/graph-words.ts';
import type { Graph } from '../engine/read-graph.ts';
import { chartOf, datedOf } from './figures.ts';
import { GraphTable } from './graph-table.tsx';
import classes from './graph.module.css';

interface GraphFigureProps {
  graph: Graph;
  chart: Chart;
  name: string;
  currency: string;
  hrefOf: (rules: string) => string | null;
  drawing?: RefObject<SVGSVGElement | null>;
}

/** A graph as a chart and as a table of its figures. */
export function GraphFigure({ graph, chart, name, currency, hrefOf, drawing }: GraphFigureProps) {
  const isLine = graph.isTime && (chart === 'line' || chart === 'area');
  const drawn = isLine ? datedOf(graph) : graph;
  const isProtected = graph.marks.flat().some(({ hidden }) => hidden);
  return (
    <div className={classes.figure}>
      {chart !== 'table' && drawn.groups.length > 0 && (
        <figure className={classes.chart}>
          <figcaption>
            {`${graph.label} by ${graph.fields.join(' and ')}`}
            {drawn.groups.length < graph.groups.length && '. Groups without a date are in the table only.'}
          </figcaption>
          <GraphChart
            kind={chart}
            data={chartOf(drawn, currency, hrefOf)}
            isTime={graph.isTime}
            label={`Chart of ${name}`}
            {...(drawing && { drawing })}
          />
        </figure>
      )}
      {isProtected && (
        <p className={classes.note}>
          Groups of fewer than 5 are not told apart, because this graph uses restricted or confidential fields. Where a
          total would tell them, further figures are not shown.
        </p>
      )}
      <GraphTable {...{ graph, currency, hrefOf }} caption={name} />
    </div>
  );
}
