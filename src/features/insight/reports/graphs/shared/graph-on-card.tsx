import { GraphChart } from '#ui/charts/graph/graph-chart.tsx';
import { chartOf, datedOf, drawnAs } from '../parts/figures.ts';
import { GraphTable } from '../parts/graph-table.tsx';
import type { SmallGraph } from '../run/small-graph.ts';
import { withParams } from '#ui/href.ts';
import { useCurrency } from '#web/client/use-currency.ts';
import { answersIn } from '../../run/answers-in.ts';

interface GraphOnCardProps {
  label: string;
  drawing: SmallGraph;
  institutionId: number;
}

/** A saved graph on a card. Screen readers have its figures as a table; the links of its marks are on its own page, too. */
export default function GraphOnCard({ label, drawing, institutionId }: GraphOnCardProps) {
  const { id, chart, graph, answers } = drawing;
  const currency = useCurrency()(institutionId);
  const hrefOf = (mark: string) => withParams(`/graphs/${id}/rows`, { mark, ...answersIn(answers) });
  const kind = drawnAs(chart, graph);
  if (kind === 'table') return <GraphTable graph={graph} currency={currency} hrefOf={hrefOf} caption={label} />;
  const drawn = graph.isTime && (chart === 'line' || chart === 'area') ? datedOf(graph) : graph;
  return (
    <>
      {drawn.groups.length > 0 && (
        <GraphChart
          kind={kind}
          data={chartOf(drawn, currency, hrefOf)}
          isTime={graph.isTime}
          label={`Chart of ${label}`}
        />
      )}
      <GraphTable graph={graph} currency={currency} caption={label} hrefOf={() => null} isUnseen />
    </>
  );
}
