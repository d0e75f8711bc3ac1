import { setImmediate as breathe } from 'node:timers/promises';
import { formatDay } from '#kernel/dates.ts';
import {
  type Doc,
  type Progress,
  type Sheet,
  ink,
  points,
  shown,
  startPages,
  usualMargins,
} from '#kernel/pdf/document.ts';
import { letterheadFor, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';

export interface Letter {
  name: string;
  address: string[];
  subject: string;
  body: string;
}
export interface LetterFile {
  letterhead: Letterhead;
  day: string;
  signedBy: string;
  letters: Letter[];
}

export const sheet: Sheet = { isEmpty: true };

/** Where the window of an envelope shows the address, from the top of the sheet. */
const windowTop = points(50);
const windowWidth = points(80);
const afterWindow = points(92);

/** Letters, each from a page of its own. */
export default async function letters(doc: Doc, file: LetterFile, progress: Progress): Promise<void> {
  doc.info.Title = file.letters.length === 1 ? file.letters[0]!.subject : 'Letters';
  const drawHead = await letterheadFor(doc, file.letterhead);
  for (const [at, letter] of file.letters.entries()) {
    startPages(doc, { size: 'A4', margins: usualMargins });
    drawHead();
    drawLetter(doc, letter, file);
    numberPages(doc, file.letterhead.name);
    doc.flushPages();
    progress(at + 1, file.letters.length);
    await breathe();
  }
}

function drawLetter(doc: Doc, { name, address, subject, body }: Letter, { day, signedBy, letterhead }: LetterFile) {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = Math.max(doc.y, windowTop);
  doc.font('regular').fontSize(10).fillColor(ink.soft);
  doc.text(formatDay(day), left, top, { width, align: 'right' });
  doc.fillColor(ink.text).text(shown(name), left, top, { width: windowWidth });
  for (const line of address) doc.text(shown(line), left, doc.y, { width: windowWidth });
  doc.y = Math.max(doc.y + 12, afterWindow);
  doc.font('bold').fontSize(12).fillColor(letterhead.accent).text(shown(subject), left, doc.y, { width });
  doc.y += 8;
  doc.font('regular').fontSize(10.5).fillColor(ink.text);
  doc.text(shown(body), left, doc.y, { width, lineGap: 2.5, paragraphGap: 4 });
  needRoom(doc, 70);
  doc.y += 44;
  doc.text(shown(signedBy), left, doc.y, { width });
}
