import type { RefObject } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { pngOf, saveAs, svgOf } from '#ui/charts/graph/picture.ts';
import { savedActions } from '../../parts/run-actions.ts';
import type { GraphPage } from '../run/graph-page.ts';

/** What can be done with a graph besides editing it: the ‘…’ menu of its page. */
export function graphActions(
  { report, graph, chart }: GraphPage,
  drawing: RefObject<SVGSVGElement | null>,
  rowsHref: string,
): (MenuItem | false)[] {
  const { name } = report;
  const title = graph && name !== graph.label ? `${name}: ${graph.label} by ${graph.fields.join(' and ')}` : name;
  const isFull = graph !== null && graph.groups.length > 0;
  const isDrawn = isFull && chart !== 'table';
  const saveSvg = () => saveAs(`${name}.svg`, new Blob([svgOf(drawing.current!, title)], { type: 'image/svg+xml' }));
  return [
    isDrawn && { label: 'Download as SVG', onSelect: saveSvg },
    isDrawn && { label: 'Download as PNG', onSelect: () => void savePng(drawing.current!, name, title) },
    isFull && { label: 'Show all rows', href: rowsHref },
    graph !== null && { label: 'Print', onSelect: () => window.print() },
    ...savedActions(report, 'graph'),
  ];
}

async function savePng(drawing: SVGSVGElement, name: string, title: string): Promise<void> {
  try {
    saveAs(`${name}.png`, await pngOf(drawing, title));
  } catch {
    toast({ message: 'This browser can’t make the picture. Download it as SVG.', tone: 'bad' });
  }
}
