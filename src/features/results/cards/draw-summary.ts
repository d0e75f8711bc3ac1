import type { Words } from '#kernel/contracts/terminology.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom } from '#kernel/pdf/parts.ts';
import { decimals } from '#features/assessment/hundredths.ts';
import { notRankedWords } from '../term-results/shown-results.ts';
import { partOf } from '../designs/card-design.ts';
import type { DrawnDesign } from '../designs/designs.queries.ts';
import { averageOf, markOf, partLabel, positionOf } from './card-texts.ts';
import type { ReportCard } from './report-card.ts';

interface Figure {
  label: string;
  value: string;
}

/** The figures of the term in a band, and what a reader must know about them. */
export function drawSummary(
  doc: Doc,
  card: ReportCard,
  { words, design, accent, width }: { words: Words; design: DrawnDesign; accent: string; width: number },
): void {
  const figures = card.layout === 'college' ? collegeFigures(card) : schoolFigures(card, design, words);
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
  const { notRanked, repeats } = card.summary;
  const notes = [
    notRanked && notRanked !== 'too_few_courses' && `${notRankedWords[notRanked]}: these figures are not final.`,
    repeats.length > 0 && `To be repeated: ${repeats.join(', ')}.`,
  ].filter(Boolean);
  doc.font('regular').fontSize(8.5).fillColor(ink.text);
  if (notes.length) doc.text(shown(notes.join(' ')), left, doc.y, { width });
  doc.y += 4;
}

function schoolFigures(card: ReportCard, design: DrawnDesign, words: Words): Figure[] {
  const { summary } = card;
  const earlierTerms = partOf(design, 'earlierTerms') ? card.earlierTerms : [];
  const ranked = partOf(design, 'position');
  const { sum, average, counted, passed, cumulative, earlier, inBatch, inClass } = summary;
  const position = inBatch ?? inClass;
  return [
    { label: 'Sum of totals', value: `${markOf(sum)}/${counted * 100}` },
    { label: `${words.courses} passed`, value: `${passed}/${counted}` },
    ...earlierTerms.map((name, at) => ({ label: `${name} avg.`, value: averageOf(earlier[at] ?? null) ?? '—' })),
    { label: earlierTerms.length ? 'This term' : 'Average', value: averageOf(average) ?? '—' },
    ...(earlierTerms.length ? [{ label: 'Cumulative', value: averageOf(cumulative) ?? '—' }] : []),
    ...(ranked
      ? [{ label: partLabel(ranked, card), value: position ? `${positionOf(position)} of ${position.of}` : '—' }]
      : []),
  ];
}

const collegeFigures = ({ summary: { gpa, previous, cgpa } }: ReportCard): Figure[] => [
  { label: 'Units', value: String(gpa!.units) },
  { label: 'Points', value: decimals(gpa!.points) },
  { label: 'GPA', value: averageOf(gpa!.value) ?? '—' },
  { label: 'CGPA before', value: averageOf(previous!.value) ?? '—' },
  { label: 'All units', value: String(cgpa!.units) },
  { label: 'All points', value: decimals(cgpa!.points) },
  { label: 'CGPA', value: averageOf(cgpa!.value) ?? '—' },
];
