import { GraphChart } from '#ui/charts/graph/graph-chart.tsx';
import { chartOf, datedOf } from '#features/reports/graphs/parts/figures.ts';
import { GraphTable } from '#features/reports/graphs/parts/graph-table.tsx';
import type { SmallGraph } from '#features/reports/graphs/run/small-graph.ts';
import { withParams } from '#ui/href.ts';
import { useCurrency } from '#web/client/use-currency.ts';
import { answersIn } from './answers-in.ts';

interface GraphDrawingProps {
  label: string;
  drawing: SmallGraph;
  institutionId: number;
}

/** A saved graph on a card. Screen readers have its figures as a table; the links of its marks are on its own page, too. */
export default function GraphDrawing({ label, drawing, institutionId }: GraphDrawingProps) {
  const { id, chart, graph, answers } = drawing;
  const currency = useCurrency()(institutionId);
  const hrefOf = (mark: string) => withParams(`/graphs/${id}/rows`, { mark, ...answersIn(answers) });
  if (chart === 'table') return <GraphTable {...{ graph, currency, hrefOf }} caption={label} />;
  const drawn = graph.isTime && (chart === 'line' || chart === 'area') ? datedOf(graph) : graph;
  return (
    <>
      {drawn.groups.length > 0 && (
        <GraphChart
          kind={chart}
          data={chartOf(drawn, currency, hrefOf)}
          isTime={graph.isTime}
          label={`Chart of ${label}`}
        />
      )}
      <GraphTable {...{ graph, currency }} caption={label} hrefOf={() => null} isUnseen />
    </>
  );
}
