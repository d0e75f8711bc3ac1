import { formatDay, isDay } from '#kernel/dates.ts';
import { ink, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { facts, heading, paragraph, table } from '#kernel/pdf/parts.ts';
import type { PersonData } from './hand-over.ts';

export interface PersonDataSheet extends PersonData {
  letterhead: Letterhead;
  /** The day in words. */
  made: string;
}

/** All that is kept of a person, to be read: single records as label and value, lists as tables. */
export default async function personDataPdf(doc: Doc, sheet: PersonDataSheet): Promise<void> {
  const { letterhead, person, sections, made } = sheet;
  await drawLetterhead(doc, letterhead);
  doc.font('bold').fontSize(14).text(`Data of ${person.name}`);
  doc.moveDown(0.4);
  paragraph(doc, `All that ${letterhead.name} keeps of this person on ${made}.`, ink.soft);
  for (const { title, rows } of sections) {
    heading(doc, title, letterhead.accent);
    const [first] = rows;
    if (!first) paragraph(doc, 'Nothing is kept.', ink.faint);
    else if (title === 'Record')
      facts(
        doc,
        Object.entries(first).map(([label, value]) => ({ label, value: inWords(value) })),
      );
    else
      table(
        doc,
        Object.keys(first).map((header) => ({ header, share: wide.has(header) ? 3 : 1.4 })),
        rows.map((row) => Object.values(row).map(inWords)),
      );
  }
  numberPages(doc, `${person.name}, ${made}`);
}

// Where sentences stand.
const wide = new Set(['What', 'Details', 'Text', 'Content', 'Value', 'Title', 'Reason']);
const longest = 600;

/** Days and telephone numbers as they are written elsewhere; the JSON file has them as a computer wants them. */
function legible(text: string): string {
  const [date = '', time] = text.split(/ (?=\d\d:\d\d UTC$)/);
  if (isDay(date)) return time ? `${formatDay(date)}, ${time}` : formatDay(date);
  return text.replace(/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4');
}

function inWords(value: string | number | boolean | null): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = legible(String(value));
  return text.length > longest ? `${text.slice(0, longest)} … (whole in the JSON file)` : text;
}
