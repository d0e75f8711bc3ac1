import type { RefObject } from 'react';
import { GraphChart } from '#ui/charts/graph/graph-chart.tsx';
import { manyOf, type Chart } from '../engine/graph-labels.ts';
import type { Graph } from '../engine/read-graph.ts';
import { chartOf, datedOf, drawnAs } from './figures.ts';
import { GraphTable, isToldByChart } from './graph-table.tsx';
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
  const kind = drawnAs(chart, graph);
  const remarks = [
    drawn.groups.length < graph.groups.length && 'Groups without a date are in the table only',
    graph.skips && `${manyOf[graph.skips]} with nothing to show are hidden`,
    kind !== chart && 'Drawn as bars, because a pie can’t show negative figures',
  ].filter((remark) => remark !== false && remark !== null);
  const isProtected = graph.marks.flat().some(({ hidden }) => hidden);
  return (
    <div className={classes.figure}>
      {kind !== 'table' && drawn.groups.length > 0 && (
        <figure className={classes.chart}>
          <figcaption>
            {[`${graph.label} by ${graph.fields.join(' and ')}`, ...remarks].join('. ')}
            {remarks.length > 0 && '.'}
          </figcaption>
          <GraphChart
            kind={kind}
            data={chartOf(drawn, currency, hrefOf)}
            isTime={graph.isTime}
            label={`Chart of ${name}`}
            {...(drawing && { drawing })}
          />
        </figure>
      )}
      {isProtected && (
        <p className="fine ink-2">
          Groups of fewer than 5 aren’t shown separately, because this graph uses restricted or confidential fields.
          Other figures are hidden where a total would reveal them.
        </p>
      )}
      <div className={isToldByChart(graph, kind) ? 'no-print' : undefined}>
        <GraphTable graph={graph} currency={currency} hrefOf={hrefOf} caption={name} />
      </div>
    </div>
  );
}
