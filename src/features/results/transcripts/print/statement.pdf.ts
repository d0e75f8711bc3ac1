import { formatDay } from '#kernel/dates.ts';
import { ink, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, heading, widthOf } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { marks } from '#kernel/pdf/title.ts';
import { averageOf, gpaOf } from '#features/results/results/cards/card-texts.ts';
import { textName } from '#ui/format.ts';
import type { StatementContent } from '../papers/paper-content.ts';
import { drawProof, type PaperFile } from './draw-proof.ts';

export const sheet: Sheet = { size: 'A4', margins: { top: 48, right: 60, bottom: 60, left: 60 } };

/** A statement of result: one page that says what was completed, with which class. */
export default async function draw(doc: Doc, file: PaperFile<StatementContent>): Promise<void> {
  const { letterhead, content, names } = file;
  const official = file.official!;
  const name = textName(names);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  doc.info.Title = `Statement of result ${official.number}`;
  await drawLetterhead(doc, letterhead);
  doc.y += 12;
  doc.font('bold').fontSize(22).fillColor(letterhead.accent);
  doc.text('Statement of result', left, doc.y, { width, align: 'center' });
  doc.font('regular').fontSize(11).fillColor(ink.soft);
  doc.text(shown(`No. ${official.number}`), { width, align: 'center' });
  doc.y += 20;
  if (official.isRevoked) marks(doc, ['Revoked. This statement is no longer valid.']);
  doc.font('regular').fontSize(11).fillColor(ink.text);
  doc.text(shown(`To: ${official.recipient}`), left, doc.y, { width });
  if (official.purpose) doc.text(shown(`Purpose: ${official.purpose}`), left, doc.y + 2, { width });
  doc.y += 14;
  doc.text(sentenceOf(content, name, letterhead.name), left, doc.y, { width, lineGap: 4 });
  doc.y += 14;
  heading(doc, 'Result', letterhead.accent);
  facts(
    doc,
    [
      { label: 'Name', value: name },
      { label: 'Admission no.', value: content.admissionNumber },
      { label: 'Programme', value: content.program },
      { label: 'Final class', value: content.className },
      { label: 'Session', value: content.session },
      { label: 'Completed on', value: formatDay(content.completedOn) },
      ...(content.system === 'gpa'
        ? [
            { label: 'Units passed', value: String(content.unitsPassed) },
            { label: 'CGPA', value: gpaOf(content.overall, content.gpaForm) },
          ]
        : [{ label: 'Average', value: averageOf(content.overall) }]),
      ...(content.designation ? [{ label: 'Class', value: content.designation }] : []),
    ],
    { columns: 1 },
  );
  doc.y += 14;
  doc.font('regular').fontSize(9.5).fillColor(ink.soft);
  doc.text(
    shown('This statement is issued pending the certificate. It is valid only with the official stamp and signature.'),
    left,
    doc.y,
    { width },
  );
  doc.y = Math.max(doc.y + 20, doc.page.height - doc.page.margins.bottom - 190);
  doc.font('regular').fontSize(10).fillColor(ink.text);
  doc.text(formatDay(official.issuedOn), left, doc.y, { width });
  doc.y += 8;
  drawProof(doc, file, 'statement');
  if (official.isRevoked) stampPages(doc, 'REVOKED');
  numberPages(doc, [letterhead.name, name, content.admissionNumber].join(' · '));
}

function sentenceOf(
  { program, completedOn, designation, system, overall, gpaForm }: StatementContent,
  name: string,
  at: string,
) {
  const programme = program ? `the programme ${program}` : 'the course of study';
  const figure = `${system === 'gpa' ? 'a CGPA' : 'an average'} of ${gpaOf(overall, gpaForm) ?? '—'}`;
  const day = formatDay(completedOn).replaceAll(' ', '\u00a0');
  return shown(
    `This is to certify that ${name} completed ${programme} at ${at} on ${day} with ${figure}${designation ? `, and was placed in the class ${designation}` : ''}.`,
  );
}
