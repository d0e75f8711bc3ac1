import type { Sheet, StreamedLayout } from '#kernel/pdf/document.ts';
import { ink } from '#kernel/pdf/document.ts';
import { letterheadFor } from '#kernel/pdf/letterhead.ts';
import { numberPages } from '#kernel/pdf/number-pages.ts';
import { paragraph } from '#kernel/pdf/parts.ts';
import { title } from '#kernel/pdf/title.ts';
import type { ReportCell } from '../engine/cells.ts';
import { sheetFor, type ReportOnPaper } from './paper.ts';
import { tableOf } from './paper-table.ts';

export const sheet: Sheet = {
  size: 'A4',
  isEmpty: true,
  isStreamed: true,
  margins: { top: 36, right: 36, bottom: 46, left: 36 },
};

const draw: StreamedLayout<ReportOnPaper, ReportCell[]> = async (doc, paper, batches) => {
  doc.info.Title = paper.title;
  Object.assign(doc.options, sheetFor(paper.columns.slice(paper.hasGroup ? 1 : 0)));
  const table = tableOf(doc, paper);
  const numbers = numberPages(doc, `${paper.letterhead.name} · ${paper.title}`);
  doc.addPage();
  (await letterheadFor(doc, paper.letterhead))();
  title(doc, {
    words: paper.title,
    under: paper.description,
    beside: [],
    accent: paper.letterhead.accent,
  });
  for (const filter of paper.filters) paragraph(doc, filter, ink.soft);
  table.head();
  let heading: ReportCell | undefined;
  let groupsBegun = 0;
  for await (const rows of batches)
    for (const row of rows) {
      const [group, ...rest] = row;
      if (paper.hasGroup && (groupsBegun === 0 || group !== heading)) {
        heading = group!;
        table.heading(heading, paper.groups[groupsBegun]);
        groupsBegun += 1;
      }
      table.row(paper.hasGroup ? rest : row);
    }
  if (paper.totals) table.total(paper.totals);
  numbers.end();
};
export default draw;
