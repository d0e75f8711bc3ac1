import type { Words } from '#kernel/contracts/terminology.ts';
import { formatDay } from '#kernel/dates.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { signature } from '#kernel/pdf/title.ts';
import { decimals } from '#features/assessment/hundredths.ts';
import { stateWords } from '../term-results/shown-results.ts';
import type { ReportCard } from './report-card.ts';

/** The key to grades, traits, remarks and signatures: what people add by hand stays on one page. */
export function drawFoot(doc: Doc, card: ReportCard, words: Words): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const grades = card.gradeKey.map(({ grade, from, remark }) => `${grade} ${decimals(from)}${remark && ` ${remark}`}`);
  small(doc, `Grades from: ${grades.join(' · ')}`);
  const states = new Set(card.courses.flatMap(({ status, entries }) => [status, ...Object.values(entries)]));
  const key = (Object.keys(stateWords) as (keyof typeof stateWords)[]).filter((state) => states.has(state));
  if (key.length)
    small(doc, key.map((state) => `${stateWords[state].short}: ${stateWords[state].words.toLowerCase()}`).join(' · '));
  if (card.traits.length) {
    doc.y += 4;
    small(doc, `Conduct, A to E:   ${card.traits.map((trait) => `${trait} ______`).join('    ')}`, ink.text);
  }
  needRoom(doc, 96);
  doc.y += 8;
  const isCollege = card.layout === 'college';
  const people = isCollege
    ? ['Head of department', 'Registrar']
    : [`${classTeacher(words)}’s remark`, 'Principal’s remark'];
  for (const person of people) byHand(doc, person, left, width);
  doc.y += 2;
  small(
    doc,
    card.nextTermBegins
      ? `${isCollege ? 'The next semester' : 'Next term'} begins on ${formatDay(card.nextTermBegins)}.`
      : ' ',
    ink.text,
  );
}

const classTeacher = (words: Words) => (words.batch === 'Batch' ? 'Class teacher' : 'Form teacher');

function small(doc: Doc, words: string, color = ink.soft): void {
  doc.font('regular').fontSize(7.5).fillColor(color);
  doc.text(shown(words), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 2;
}

/** A line to write on, and one to sign. */
function byHand(doc: Doc, label: string, left: number, width: number): void {
  const top = doc.y;
  doc.font('regular').fontSize(8.5).fillColor(ink.soft).text(shown(label), left, top, { width: 110 });
  const lineFrom = left + 110;
  const signed = width * 0.24;
  doc
    .moveTo(lineFrom, top + 11)
    .lineTo(left + width - signed - 14, top + 11)
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke();
  signature(doc, 'Signature and date', left + width - signed, top + 11, signed);
  doc.x = left;
  doc.y = top + 34;
}
