import type { RefObject } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { withParams } from '#ui/href.ts';
import { pngOf, saveAs, svgOf } from '#ui/charts/graph/picture.ts';
import { savedActions } from '../../shared/run-actions.ts';
import type { GraphPage } from '../run/graph-page.ts';
import { answersIn } from '../../run/answers-in.ts';

/** What can be done with a graph besides editing it: the ‘…’ menu of its page. */
export function graphActions(
  page: GraphPage,
  drawing: RefObject<SVGSVGElement | null>,
  rowsHref: string,
): (MenuItem | false)[] {
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
