import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { averageOf, gpaOf } from '#features/results/results/cards/card-texts.ts';
import { stateWords } from '#features/results/results/term-results/shown-results.ts';
import type { TranscriptContent } from '../papers/paper-content.ts';

/** What the whole record comes to, in a band, and the key to what it says. */
export function drawTotals(doc: Doc, content: TranscriptContent, accent: string): void {
  const { system, units, unitsPassed, overall, gpaForm, designation } = content;
  const figures = [
    ...(system === 'gpa'
      ? [
          ['Units registered', String(units)],
          ['Units passed', String(unitsPassed)],
          ['CGPA', gpaOf(overall, gpaForm) ?? '—'],
        ]
      : [
          ['Terms', String(content.terms.length)],
          ['Mean of the terms', averageOf(overall) ?? '—'],
        ]),
    ...(designation ? [['Class', designation]] : []),
  ] as [string, string][];
  needRoom(doc, 80);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 4;
  doc.rect(left, top, width, 40).fill(ink.band);
  doc.rect(left, top, 3, 40).fill(accent);
  // The class takes what the figures leave.
  const share = (width - 20) / (figures.length + (designation ? 1 : 0));
  for (const [at, [label, value]] of figures.entries()) {
    const x = left + 14 + at * share;
    const room = at === figures.length - 1 ? left + width - x - 6 : share - 6;
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(ink.soft)
      .text(label, x, top + 7, { width: room, lineBreak: false });
    doc.font('bold').fontSize(12).fillColor(ink.text);
    doc.text(shown(value), x, top + 19, { width: room, height: 15, ellipsis: true });
  }
  doc.x = left;
  doc.y = top + 48;
  drawKey(doc, content);
}

function drawKey(doc: Doc, { gradeKey, terms, system }: TranscriptContent): void {
  const states = new Set(terms.flatMap(({ courses }) => courses.map(({ status }) => status)));
  const words = [
    gradeKey.length > 0 &&
      `Grades from: ${gradeKey
        .map(
          ({ grade, from, points }) => `${grade} ${decimals(from)}${system === 'gpa' ? ` (${decimals(points)})` : ''}`,
        )
        .join(' · ')}.`,
    ...(Object.keys(stateWords) as (keyof typeof stateWords)[])
      .filter((state) => states.has(state))
      .map((state) => `${stateWords[state].short}: ${stateWords[state].words.toLowerCase()}.`),
    system === 'gpa' && 'GPA and CGPA: points (grade point × units) ÷ units, failed units included.',
  ].filter(Boolean);
  doc.font('regular').fontSize(7.5).fillColor(ink.faint);
  doc.text(shown(words.join(' ')), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 8;
}
