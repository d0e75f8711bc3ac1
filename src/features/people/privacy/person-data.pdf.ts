import { formatDay, isDay, formatTime } from '#kernel/dates.ts';
import { ink, type Doc } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { facts, heading, paragraph } from '#kernel/pdf/parts.ts';
import { table } from '#kernel/pdf/table.ts';
import { phoneText } from '#ui/format.ts';
import type { PersonData, DataValue } from './export-person.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';

export interface PersonDataSheet extends PersonData {
  letterhead: Letterhead;
  words: Terminology;
  /** The day in words. */
  made: string;
}

/** A person's data as a document: single records as label and value, lists as tables. */
export default async function personDataPdf(doc: Doc, sheet: PersonDataSheet): Promise<void> {
  const { letterhead, person, sections, made, words, timeZone } = sheet;
  const inWords = (value: DataValue) => wordsFor(value, words);
  await drawLetterhead(doc, letterhead);
  doc.font('bold').fontSize(14).text(`Data of ${person.name}`);
  doc.moveDown(0.4);
  paragraph(
    doc,
    `All data that ${letterhead.name} stores about this person on ${made}. Times are local: ${zoneText(timeZone)}.`,
    ink.soft,
  );
  for (const { title, rows } of sections) {
    const [first] = rows;
    if (!first) continue;
    heading(doc, title, letterhead.accent);
    if (title === 'Record')
      facts(
        doc,
        Object.entries(first).map(([label, value]) => ({ label, value: inWords(value) })),
      );
    else
      table(
        doc,
        Object.keys(first).map((header) => ({ header, share: wide.has(header) ? 3 : 1.4 })),
        rows.flatMap((row) => onPages(Object.values(row).map(inWords))),
      );
  }
  const empty = sections.filter(({ rows }) => rows.length === 0).map(({ title }) => title.toLowerCase());
  if (empty.length) paragraph(doc, `No entries: ${empty.join(', ')}.`, ink.soft);
  heading(doc, 'Withheld', letterhead.accent);
  for (const what of sheet.withheld) paragraph(doc, what);
  numberPages(doc, `${person.name}, ${made}`);
}

// Columns with sentences.
const wide = new Set([
  'What',
  'Request',
  'Details',
  'Fields',
  'Text',
  'Content',
  'Value',
  'Title',
  'Subject',
  'Reason',
]);

/** 'Africa/Lagos' → 'Lagos'. */
const zoneText = (timeZone: string) => timeZone.split('/').at(-1)!.replaceAll('_', ' ');

const mostOnAPage = 1200;

/** A row with more than a page has room for goes on in the next one: nothing is cut. */
function onPages(cells: (string | null)[]): (string | null)[][] {
  const pieces = cells.map((cell) => (cell && cell.length > mostOnAPage ? piecesOf(cell) : [cell]));
  const count = Math.max(...pieces.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => pieces.map((piece) => (at < piece.length ? piece[at]! : ' ')));
}

const piecesOf = (text: string): string[] =>
  text.match(new RegExp(`.{1,${mostOnAPage}}(?=\\s|$)|.{1,${mostOnAPage}}`, 'gsu'))!;

/** Days, times and telephone numbers as they are written elsewhere; the JSON file has them as a computer wants them. */
function legible(text: string): string {
  const [date = '', time] = text.split(/ (?=\d\d:\d\d$)/);
  if (isDay(date)) return time ? `${formatDay(date)}, ${formatTime(time)}` : formatDay(date);
  return /^\d\d:\d\d$/.test(text) ? formatTime(text) : phoneText(text)!;
}

function wordsFor(value: DataValue, words: Terminology): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? detailsText(value, words) || null : legible(String(value));
}

type Change = { from: unknown; to: unknown };
const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** The details of a log entry as text: 'City: Offa → Ilorin; Arm: —'. Fields are named in the institution's words. */
function detailsText(details: object, words: Terminology): string {
  // Redactions are for the command that verifies the log.
  const { redactions: _, ...shown } = details as Record<string, unknown>;
  return Array.isArray(details) ? valueText(details, words) : fieldsText(shown, words);
}

const fieldsText = (fields: object, words: Terminology): string =>
  Object.entries(fields)
    .map(([name, value]) =>
      name === 'changes' && typeof value === 'object' && value
        ? fieldsText(value as object, words)
        : `${fieldText(name, words)}: ${valueText(value, words)}`,
    )
    .join('; ');

/** 'admissionNumber' → 'Admission number', 'batchId' → 'Class arm id'. */
function fieldText(name: string, words: Terminology): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(batch|batches|class|classes|course|courses)\b/g, (word) =>
      words[word as keyof Terminology].toLowerCase(),
    );
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueText(value: unknown, words: Terminology): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isChange(value)) return `${valueText(value.from, words)} → ${valueText(value.to, words)}`;
  if (Array.isArray(value)) return value.map((item) => valueText(item, words)).join(', ') || '—';
  return typeof value === 'object' ? `(${fieldsText(value, words)})` : String(value);
}
