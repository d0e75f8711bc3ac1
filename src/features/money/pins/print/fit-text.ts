import { shown, type Doc } from '#kernel/pdf/document.ts';

interface Room {
  room: number;
  size: number;
  font?: 'regular' | 'bold';
}

/** Text that fits in a line, with an ellipsis where it was cut. */
export function clippedTo(doc: Doc, given: string, { room, size, font = 'regular' }: Room): string {
  let text = shown(given);
  doc.font(font).fontSize(size);
  while (text.length > 1 && doc.widthOfString(text) > room) text = `${text.replace(/…$/, '').slice(0, -1).trimEnd()}…`;
  return text;
}

/** Text in lines of so much room. */
export function linesOf(doc: Doc, given: string, { room, size }: Room): string[] {
  doc.font('regular').fontSize(size);
  const lines: string[] = [];
  for (const word of shown(given).split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)!} ${word}` : word;
    if (lines.length && doc.widthOfString(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The first lines, with an ellipsis where more would follow. */
export const cutTo = (most: number, lines: string[]): string[] =>
  lines.length > most ? [...lines.slice(0, most - 1), lines[most - 1]!.replace(/\s*\S*$/, '…')] : lines;
