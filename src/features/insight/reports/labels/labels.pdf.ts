import { ink, points, shown, type Doc, type Sheet, type StreamedLayout } from '#kernel/pdf/document.ts';
import { labelSheets, labelsOn, type LabelContent, type LabelSheet } from './sheets.ts';

export interface LabelsToDraw {
  title: string;
  sheet: LabelSheet;
  content: LabelContent;
  /** The place of the first on its sheet, from 1. */
  first: number;
}
/** First, middle and last name, then what `label-contents.ts` lists: two more. */
type LabelRow = (string | null)[];

interface Label {
  name: string;
  lines: string[];
}

export const sheet: Sheet = {
  size: 'A4',
  isEmpty: true,
  isStreamed: true,
  margins: { top: 0, right: 0, bottom: 0, left: 0 },
};

/** Printers leave an edge of about four millimetres white. */
const inset = { x: points(5), y: points(4) };

/** Labels from left to right and from top to bottom, in the sizes of the sheet. */
const draw: StreamedLayout<LabelsToDraw, LabelRow> = async (doc, { title, sheet: kind, content, first }, batches) => {
  doc.info.Title = title;
  printInFullSize(doc);
  doc.addPage();
  const told = new Set<string>();
  let place = first - 1;
  for await (const rows of batches)
    for (const row of rows) {
      const label = content === 'guardian' ? ofGuardian(row) : ofPerson(row);
      if (!label || isRepeated(told, label, content)) continue;
      if (place === labelsOn(kind)) {
        doc.addPage();
        place = 0;
      }
      drawLabel(doc, kind, place, label);
      place += 1;
    }
};
export default draw;

const joined = (parts: LabelRow, by: string) => shown(parts.filter(Boolean).join(by));

const ofPerson = (row: LabelRow): Label => ({
  name: joined(row.slice(0, 3), ' '),
  lines: row.slice(3).flatMap((line) => (line ? [shown(line)] : [])),
});

/** Without an address there is nothing to post. */
function ofGuardian([first, middle, last, guardian, address]: LabelRow): Label | null {
  if (!address) return null;
  const student = joined([first!, middle!, last!], ' ');
  return { name: guardian ? shown(guardian) : `The guardian of ${student}`, lines: [shown(address)] };
}

/** One letter is enough for a family. */
function isRepeated(told: Set<string>, { name, lines }: Label, content: LabelContent): boolean {
  if (content !== 'guardian') return false;
  const key = [name, ...lines].join('\n');
  if (told.has(key)) return true;
  told.add(key);
  return false;
}

function drawLabel(doc: Doc, kind: LabelSheet, place: number, { name, lines }: Label): void {
  const { columns, width, height, left, top, gap } = labelSheets[kind];
  const column = place % columns;
  const x = points(left + column * (width + gap)) + inset.x;
  const y = points(top + Math.floor(place / columns) * height) + inset.y;
  const room = { width: points(width) - 2 * inset.x, height: points(height) - 2 * inset.y };
  const size = sizeFor(doc, name, room.width);
  doc.font('bold').fontSize(size).fillColor(ink.text);
  const nameHeight = Math.min(doc.heightOfString(name, { width: room.width }), size * 1.3 * 2);
  doc.text(name, x, y, { width: room.width, height: nameHeight, ellipsis: true });
  let from = y + nameHeight + 3;
  doc.font('regular').fontSize(9.5).fillColor(ink.soft);
  for (const line of lines) {
    const left = y + room.height - from;
    if (left < 9) break;
    const needed = Math.min(doc.heightOfString(line, { width: room.width }), left);
    doc.text(line, x, from, { width: room.width, height: needed, ellipsis: true });
    from += needed + 2;
  }
}

/** A long name is smaller rather than broken over three lines. */
function sizeFor(doc: Doc, name: string, width: number): number {
  doc.font('bold').fontSize(12);
  return doc.widthOfString(name) <= width ? 12 : doc.widthOfString(name) <= width * 1.8 ? 10.5 : 9;
}

/** Viewers shrink pages to the printer's edge otherwise, and the text would miss the labels. */
function printInFullSize(doc: Doc): void {
  const { _root: root } = doc as unknown as { _root: { data: { ViewerPreferences: { data: object } } } };
  Object.assign(root.data.ViewerPreferences.data, { PrintScaling: 'None' });
}
