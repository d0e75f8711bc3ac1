import { formatDay } from '#kernel/dates.ts';
import { ink, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, widthOf } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { marks, title } from '#kernel/pdf/title.ts';
import { textName } from '#ui/format.ts';
import type { TranscriptContent } from '../papers/paper-content.ts';
import { drawProof } from './draw-proof.ts';
import { drawSessions } from './draw-sessions.ts';
import { drawTerms } from './draw-terms.ts';
import { drawTotals } from './draw-totals.ts';
import type { PaperFile } from './paper-file.ts';

export const sheet: Sheet = { size: 'A4', margins: { top: 40, right: 44, bottom: 52, left: 44 } };

/** An academic transcript: each term, the figures reached, and what proves the paper. */
export default async function draw(doc: Doc, file: PaperFile<TranscriptContent>): Promise<void> {
  const { letterhead, content, names, official, printedOn, words } = file;
  const name = textName(names);
  doc.info.Title = official ? `Transcript ${official.number}` : `Unofficial transcript, ${name}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: official ? 'Academic transcript' : 'Unofficial transcript',
    under: content.program,
    beside: official
      ? [`No. ${official.number}`, `Issued on ${formatDay(official.issuedOn)}`]
      : [`Printed on ${formatDay(printedOn)}`, 'Not for submission'],
    accent: letterhead.accent,
  });
  if (official?.isRevoked) marks(doc, ['Revoked. This transcript is no longer valid.']);
  facts(doc, [
    { label: 'Name', value: name },
    { label: 'Admission no.', value: content.admissionNumber },
    { label: 'Date of birth', value: names.birthDate && formatDay(names.birthDate) },
    { label: 'Gender', value: names.gender && (names.gender === 'female' ? 'Female' : 'Male') },
    { label: 'Admitted on', value: content.admittedOn && formatDay(content.admittedOn) },
    { label: content.system === 'gpa' ? 'Level' : words.class, value: content.className },
    ...(official
      ? [
          { label: 'Issued to', value: official.recipient },
          { label: 'Purpose', value: official.purpose },
        ]
      : []),
  ]);
  doc.y += 4;
  repeatHead(doc, [name, content.admissionNumber, official ? `No. ${official.number}` : 'Unofficial transcript']);
  if (content.system === 'gpa') drawTerms(doc, content, words, letterhead.accent);
  else drawSessions(doc, content, words, letterhead.accent);
  drawTotals(doc, content, letterhead.accent);
  drawProof(doc, file, 'transcript');
  if (!official) stampPages(doc, 'UNOFFICIAL', ink.faint);
  if (official?.isRevoked) stampPages(doc, 'REVOKED');
  numberPages(doc, [letterhead.name, name, content.admissionNumber].join(' · '));
}

/** Whose paper it is, at the top of each page after the first. */
function repeatHead(doc: Doc, [name, number, paper]: [string, string, string]): void {
  doc.on('pageAdded', () => {
    const { left, top } = doc.page.margins;
    const width = widthOf(doc);
    doc.font('bold').fontSize(9).fillColor(ink.text);
    doc.text(shown(`${name}, ${number}`), left, top - 10, { width: width * 0.66, height: 11, ellipsis: true });
    doc.font('regular').fontSize(9).fillColor(ink.soft);
    doc.text(shown(paper), left + width * 0.66, top - 10, { width: width * 0.34, align: 'right', lineBreak: false });
    doc
      .moveTo(left, top + 4)
      .lineTo(left + width, top + 4)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke();
    doc.x = left;
    doc.y = top + 12;
    doc.font('regular').fontSize(9.5).fillColor(ink.text);
  });
}
