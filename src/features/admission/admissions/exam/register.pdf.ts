import { paragraph, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { ink, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { table } from '#kernel/pdf/table.ts';
import { signature, title } from '#kernel/pdf/title.ts';
import type { SittingPaper } from './sittings.ts';

/** The register of a hall, which applicants sign. */
export default async function draw(doc: Doc, paper: SittingPaper): Promise<void> {
  const { letterhead, intake, venue, when, note, seats } = paper;
  doc.info.Title = `Register, ${venue}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: 'Entrance examination register',
    under: intake,
    accent: letterhead.accent,
    beside: [venue, when, `${seats.length} applicants`],
  });
  if (note) paragraph(doc, note, ink.soft);
  table(
    doc,
    [
      { header: 'Seat', share: 0.7, align: 'right' },
      { header: 'Number', share: 1.8 },
      { header: 'Name', share: 4 },
      { header: 'Class', share: 1.4 },
      { header: 'Signature', share: 2.6 },
    ],
    seats.map(({ seat, number, name, class: level }) => [String(seat), number, name, level, '']),
    { blank: '', rowHeight: 24 },
  );
  needRoom(doc, 70);
  signature(doc, 'Invigilator', doc.page.margins.left, doc.y + 42, widthOf(doc) / 2 - 18);
  numberPages(doc, `Register, ${venue} · ${when}`);
}
