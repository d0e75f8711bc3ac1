import type { Words } from '#kernel/contracts/terminology.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom } from '#kernel/pdf/parts.ts';
import type { DrawnDesign } from '../designs/designs.queries.ts';
import { cardFigures, cardNotes } from './card-figures.ts';
import type { ReportCard } from './report-card.ts';

/** The figures of the term in a band, and what a reader must know about them. */
export function drawSummary(
  doc: Doc,
  card: ReportCard,
  { words, design, accent, width }: { words: Words; design: DrawnDesign; accent: string; width: number },
): void {
  const figures = cardFigures(card, design, words);
  needRoom(doc, 60);
  const { left } = doc.page.margins;
  const top = doc.y + 2;
  doc.rect(left, top, width, 36).fill(ink.band);
  const share = width / figures.length;
  for (const [at, { label, value }] of figures.entries()) {
    const box = { width: share - 10, height: 10, ellipsis: true };
    const x = left + at * share + 8;
    doc
      .font('regular')
      .fontSize(figures.length > 6 ? 6.5 : 7.5)
      .fillColor(ink.faint)
      .text(shown(label), x, top + 5, box);
    doc
      .font('bold')
      .fontSize(figures.length > 6 ? 10 : 11)
      .fillColor(at === figures.length - 1 ? accent : ink.text)
      .text(shown(value), x, top + 17, { ...box, height: 14 });
  }
  doc.x = left;
  doc.y = top + 42;
  const notes = cardNotes(card);
  doc.font('regular').fontSize(8.5).fillColor(ink.text);
  if (notes.length) doc.text(shown(notes.join(' ')), left, doc.y, { width });
  doc.y += 4;
}
