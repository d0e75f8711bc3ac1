import { useRef, type RefObject } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { withParams } from '#ui/href.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { GraphFigure } from './parts/graph-figure.tsx';
import { designerOf } from '../shared/designer-of.ts';
import { Questions } from '../shared/questions.tsx';
import { RunNotices, savedActions } from '../shared/run-notices.tsx';
import type { graphPage } from '../reports.pages.ts';
import classes from '../shared/run.module.css';
import { answersIn } from '../run/answers-in.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { pngOf, saveAs, svgOf } from '#ui/charts/graph/picture.ts';
import type { GraphPage } from './run/small-graph.ts';

/** A graph: its chart, and its figures as a table. */
export default function GraphPage(page: PropsOf<typeof graphPage>) {
  const { report, graph, chart, questions, isAsking, answers, design } = page;
  const { href, here } = useAddress();
  const currency = useCurrency()(report.institutionId);
  const drawing = useRef<SVGSVGElement>(null);
  const asked = answersIn(answers);
  const hrefOf = (mark?: string) =>
    report.id === null
      ? withParams('/graphs/run/rows', { institution_id: report.institutionId, design, mark, ...asked })
      : withParams(`/graphs/${report.id}/rows`, { mark, ...asked });
  return (
    <>
      <PageHeader
        title={report.name}
        breadcrumbs={[{ label: 'Reports', href: href('/reports') }]}
        description={report.description}
        action={
          design ? (
            <LinkButton href={designerOf('graph', design, report.institutionId)}>Edit or save</LinkButton>
          ) : (
            report.can.edit && <LinkButton href={href(`/graphs/${report.id}/edit`)}>Edit graph</LinkButton>
          )
        }
        more={graphActions(page, drawing, hrefOf())}
      />
      <RunNotices page={page} />
      {isAsking ? (
        <Questions report={report} questions={questions} currency={currency} submit="Show graph" />
      ) : (
        <div className={classes.area}>
          {questions.length > 0 && (
            <div className="no-print">
              <LinkButton small href={here({ answers: null })}>
                Change answers
              </LinkButton>
            </div>
          )}
          {graph && graph.groups.length > 0 && (
            <GraphFigure
              graph={graph}
              chart={chart}
              currency={currency}
              hrefOf={hrefOf}
              drawing={drawing}
              name={report.name}
            />
          )}
          {graph?.groups.length === 0 && (
            <EmptyState title="Nothing to show">{emptyWords(page.filters.length > 0, questions.length > 0)}</EmptyState>
          )}
        </div>
      )}
    </>
  );
}

function emptyWords(isFiltered: boolean, asks: boolean): string {
  if (!isFiltered) return 'There are no records that you can see.';
  return `No rows match. Change the filters of the graph${asks ? ', or answer its questions differently' : ''}.`;
}

/** What can be done with a graph besides editing it: the ‘…’ menu of its page. */
function graphActions(page: GraphPage, drawing: RefObject<SVGSVGElement | null>, rowsHref: string) {
  const { report, graph, chart } = page;
  const { name } = report;
  const title = graph && name !== graph.label ? `${name}: ${graph.label} by ${graph.fields.join(' and ')}` : name;
  const isFull = graph !== null && graph.groups.length > 0;
  const isDrawn = isFull && chart !== 'table';
  const saveSvg = () => saveAs(`${name}.svg`, new Blob([svgOf(drawing.current!, title)], { type: 'image/svg+xml' }));
  return [
    isDrawn && { label: 'Download as SVG', onSelect: saveSvg },
    isDrawn && { label: 'Download as PNG', onSelect: () => void savePng(drawing.current!, name, title) },
    ...(isFull && page.canExport ? fileItems(page) : []),
    isFull && { label: 'Show all rows', href: rowsHref },
    graph !== null && { label: 'Print or save as PDF', onSelect: () => window.print() },
    ...savedActions(report, 'graph'),
  ];
}

/** Its figures as a file, with the same answers. */
function fileItems({ report, design, answers }: GraphPage): MenuItem[] {
  const asked = answersIn(answers);
  const hrefOf = (format: 'xlsx' | 'csv') =>
    report.id === null
      ? withParams(`/graphs/run.${format}`, { institution_id: report.institutionId, design, ...asked })
      : withParams(`/graphs/${report.id}/figures.${format}`, { ...asked });
  return [
    { label: 'Download figures as Excel', external: true, href: hrefOf('xlsx') },
    { label: 'Download figures as CSV', external: true, href: hrefOf('csv') },
  ];
}

async function savePng(drawing: SVGSVGElement, name: string, title: string): Promise<void> {
  try {
    saveAs(`${name}.png`, await pngOf(drawing, title));
  } catch {
    toast({ message: 'This browser can’t make the picture. Download it as SVG.', tone: 'bad' });
  }
}
