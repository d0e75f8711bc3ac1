import type { Terminology } from '#kernel/contracts/terminology.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { footOf, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { hasGrade } from '#features/results/assessment/compute/course-result.ts';
import { gpaOf, markOf } from '#features/results/results/cards/card-texts.ts';
import { resultStateLabels } from '#features/results/results/term-results/shown-results.ts';
import { standingLabels, type PaperCourse, type PaperTerm, type TranscriptContent } from '../papers/paper-content.ts';

const rowHeight = 17;

/** Each term with its courses, and below it the figures of the term and those reached by its end. */
export function drawTerms(doc: Doc, { terms }: TranscriptContent, words: Terminology, accent: string): void {
  for (const term of terms) {
    // A term is not split unless it is longer than a page.
    const height = 70 + rowHeight * term.courses.length;
    if (doc.y + height > footOf(doc) && height < footOf(doc) - 80) doc.addPage();
    termHeading(doc, term, accent);
    table(doc, columnsOf(words), term.courses.map(cellsOf), { blank: ' ', rowPadding: 2.2 });
    drawFigures(doc, term);
  }
}

/** 'First Semester' on the left, session and class on the right. */
export function termHeading(doc: Doc, { session, term, place }: Omit<PaperTerm, 'courses'>, accent: string): void {
  needRoom(doc, 84);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y;
  doc.rect(left, top, width, 17).fill(ink.band);
  doc.font('bold').fontSize(9.5).fillColor(accent);
  doc.text(shown(`${term}, ${session}`), left + 6, top + 3, { width: width * 0.6, lineBreak: false });
  doc.font('regular').fillColor(ink.soft);
  if (place) doc.text(shown(place), left, top + 3, { width: width - 6, align: 'right', lineBreak: false });
  doc.x = left;
  doc.y = top + 19;
  doc.font('regular').fontSize(9.5).fillColor(ink.text);
}

const columnsOf = (words: Terminology): Column[] => [
  { header: 'Code', share: 3, fits: true },
  { header: words.course, share: 10 },
  { header: 'Units', share: 1.6, align: 'right' },
  { header: 'Score', share: 1.6, align: 'right' },
  { header: 'Grade', share: 1.6, align: 'right' },
  { header: 'Points', share: 1.8, align: 'right' },
];

const cellsOf = ({ code, title, units, status, total, grade, points }: PaperCourse) => [
  code,
  title,
  String(units),
  status === 'complete' ? markOf(total) : resultStateLabels[status].short,
  hasGrade(status) ? grade : null,
  points === null ? null : decimals(points * units),
];

function drawFigures(doc: Doc, term: PaperTerm): void {
  const { units, points, gpa, gpaForm, cumulative, academicStanding, repeats } = term;
  const figures = [
    `Units ${units}`,
    `Points ${decimals(points)}`,
    `GPA ${gpaOf(gpa, gpaForm) ?? '—'}`,
    ...(cumulative
      ? [
          `Total units ${cumulative.units}`,
          `Total points ${decimals(cumulative.points)}`,
          `CGPA ${gpaOf(cumulative.value, gpaForm) ?? '—'}`,
        ]
      : []),
  ];
  const said = [
    academicStanding && standingLabels[academicStanding],
    repeats.length > 0 && `To be repeated: ${repeats.join(', ')}`,
  ].filter(Boolean);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  doc.y -= 3;
  doc.font('bold').fontSize(8.5).fillColor(ink.text);
  doc.text(figures.join('   '), left, doc.y, { width, align: 'right' });
  if (said.length > 0) {
    doc.font('regular').fillColor(ink.soft);
    doc.text(shown(`${said.join('. ')}.`), left, doc.y + 1, { width, align: 'right' });
  }
  doc.x = left;
  doc.y += 9;
}
