import { quote, Unreadable, clean, cut, squeeze } from './headers.ts';
import { createInflateRaw } from 'node:zlib';
import { maxUnpackedBytes } from './limits.ts';
import { isAmountCell } from './cell-kinds.ts';

export interface WorkbookFormat {
  kind: 'xlsx';
  /** Index of the sheet that is read. */
  sheet?: number;
  tallCells?: TallCell[];
  /** Surprises in this file to tell the user about. */
  notes?: string[];
}

interface Sheet {
  at: number;
  name: string;
  file: string;
}
interface SheetLook {
  rest: string;
  hiddenRows: number;
  tallCells: TallCell[];
}

/** Size limit for the parts that describe sheets and formats. */
const mostOfParts = 16 * 1024 * 1024;

/** Finds the sheet with the list and what only a spreadsheet would show; refuses files that are not workbooks. */
export async function lookIntoWorkbook(bytes: Buffer): Promise<WorkbookFormat> {
  const parts: Record<string, Buffer[]> = {
    'xl/workbook.xml': [],
    'xl/_rels/workbook.xml.rels': [],
    'xl/styles.xml': [],
  };
  const looks = new Map<string, SheetLook>();
  let room = mostOfParts;
  await guardWorkbook(bytes, (name, piece) => {
    room -= parts[name] ? piece.length : 0;
    if (room > 0) parts[name]?.push(piece);
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) return;
    if (!looks.has(name)) looks.set(name, { rest: '', hiddenRows: 0, tallCells: [] });
    lookAt(looks.get(name)!, piece);
  });
  const [workbook, relations, styles] = Object.values(parts).map((pieces) => Buffer.concat(pieces).toString());
  const visible = visibleSheets(workbook!, relations!);
  const lists = visible.length > 1 ? await withLists(bytes, visible) : visible;
  const chosen = lists[0] ?? visible[0];
  if (!chosen) return { kind: 'xlsx' };
  const { hiddenRows = 0, tallCells = [] } = looks.get(chosen.file) ?? {};
  return { kind: 'xlsx', sheet: chosen.at, tallCells, notes: notesOn(lists, hiddenRows, showsZeros(styles!)) };
}

function notesOn([chosen, ...others]: Sheet[], hiddenRows: number, isShowingZeros: boolean): string[] {
  const notes: string[] = [];
  if (others.length)
    notes.push(
      `Only the sheet ${quote(chosen!.name)} is imported. ${others.map(({ name }) => quote(name)).join(', ')} ${others.length === 1 ? 'is' : 'are'} ignored. Save each sheet as its own file, or put all rows on one sheet.`,
    );
  if (hiddenRows)
    notes.push(
      `${hiddenRows === 1 ? '1 row is' : `${hiddenRows} rows are`} hidden in the file, perhaps by a filter. Hidden rows are imported too; delete rows you don’t want.`,
    );
  if (isShowingZeros)
    notes.push(
      'Some numbers are only displayed with leading zeros: a cell that shows 0014 contains 14, and 14 is imported. Save the sheet as CSV to keep the zeros.',
    );
  return notes;
}

/** Whether any cell has a format like 0000. */
function showsZeros(styles: string): boolean {
  const formats = tags(styles, 'numFmt').filter((tag) => /^0{2,}$/.test(attribute(tag, 'formatCode')));
  const ids = formats.map((tag) => attribute(tag, 'numFmtId'));
  const [, used = ''] = /<(?:\w+:)?cellXfs\b(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  return tags(used, 'xf').some((tag) => ids.includes(attribute(tag, 'numFmtId')));
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
const tags = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? [];

function visibleSheets(workbook: string, relations: string): Sheet[] {
  const files = new Map(
    tags(relations, 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return tags(workbook, 'sheet')
    .map((tag, at) => ({
      at,
      name: asText(attribute(tag, 'name')),
      file: files.get(attribute(tag, '\\w+:id')) ?? '',
      isVisible: !/hidden/i.test(attribute(tag, 'state')),
    }))
    .filter(({ isVisible }) => isVisible);
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
const asText = (xml: string) => xml.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity]!);

/** Sheets with adjacent cells in the first rows; covers and empty sheets have none. */
async function withLists(bytes: Buffer, sheets: Sheet[]): Promise<Sheet[]> {
  const found: Sheet[] = [];
  for (const sheet of sheets.slice(0, 30)) {
    for await (const { number, cells } of xlsxRows(bytes, { sheet: sheet.at })) {
      const isListed = cells.filter((cell) => cell.trim()).length > 1;
      if (isListed) found.push(sheet);
      if (isListed || number > 20) break;
    }
  }
  return found;
}

const mostTallCells = 10_000;
const column = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function lookAt(look: SheetLook, piece: Buffer): void {
  const text = look.rest + piece.toString('latin1');
  const end = text.lastIndexOf('<');
  const whole = text.slice(0, end);
  look.rest = text.slice(end).slice(0, 10_000);
  for (const [tag] of whole.matchAll(/<(?:\w+:)?row\s[^<>]*hidden="(?:1|true)"[^<>]*>/g))
    if (!tag.endsWith('/>')) look.hiddenRows += 1;
  for (const [, letters, first, last] of whole.matchAll(
    /<(?:\w+:)?mergeCell\s[^<>]*ref="([A-Z]{1,3})(\d+):[A-Z]+(\d+)"/g,
  ))
    if (last !== first) look.tallCells.push([column(letters!), Number(first) - 1, Number(last) - 1]);
  if (look.tallCells.length > mostTallCells)
    throw new Unreadable(
      'The file has too many merged cells. Unmerge them in Excel, fill the cells and upload it again.',
    );
}

type Entry = { name: string; method: number; packed: number; offset: number };

const damaged = 'The Excel file is damaged. Open it in Excel, save it again and upload it.';
const tooLarge = 'The Excel file unpacks to more than 300 MB. Save only the sheet with the list, or save it as CSV.';

/** Receives the content of one file in the workbook, chunk by chunk. */
type Look = (name: string, piece: Buffer) => void;

/** Refuses files that are not workbooks or exceed the unpacked size limit, by unpacking them once. */
async function guardWorkbook(bytes: Buffer, look: Look): Promise<void> {
  const entries = entriesOf(bytes);
  if (entries.some(({ name }) => name === 'content.xml')) {
    throw new Unreadable('This is an OpenDocument file (.ods). Save it as Excel (.xlsx) or CSV and upload that.');
  }
  if (!entries.some(({ name }) => name === 'xl/workbook.xml')) {
    throw new Unreadable(
      'This is a compressed file or a document, not a spreadsheet. Choose a CSV or Excel (.xlsx) file.',
    );
  }
  let room = maxUnpackedBytes;
  for (const entry of entries) room -= await unpackedSize(bytes, entry, room, look);
}

/** Declared sizes in a zip file can be false, so the actual output is counted. */
async function unpackedSize(bytes: Buffer, entry: Entry, room: number, look: Look): Promise<number> {
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0) {
    look(entry.name, packed);
    return packed.length;
  }
  if (entry.method !== 8) throw new Unreadable(damaged);
  const inflate = createInflateRaw();
  inflate.end(packed);
  let size = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > room) throw new Unreadable(tooLarge);
      look(entry.name, chunk);
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
  return size;
}

function entriesOf(bytes: Buffer): Entry[] {
  try {
    const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    return Array.from({ length: count }, () => {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Unreadable(damaged);
      const nameLength = bytes.readUInt16LE(at + 28);
      const entry = {
        name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      };
      if (bytes.readUInt32LE(entry.offset) !== 0x04034b50) throw new Unreadable(damaged);
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      return entry;
    });
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(damaged);
  }
}

/** A cell merged with cells below it: its column, first row and last row, from 0. */
type TallCell = [column: number, first: number, last: number];

interface XlsxSheet {
  sheet?: number;
  tallCells?: TallCell[];
}

/** Rows of a sheet as text, numbered as in a spreadsheet. */
export async function* xlsxRows(
  bytes: Buffer,
  { sheet = 0, tallCells = [] }: XlsxSheet = {},
): AsyncGenerator<SourceRow> {
  // The library takes memory, so it is loaded only to read a workbook.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    const fill = fillDown(tallCells);
    for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
      yield { number: index + 1, cells: fill(index, Array.from(values, textOf)) };
  } catch {
    // Whatever the reader's error, the user can only save the file again.
    throw new Unreadable('The Excel file is damaged. Open it in Excel, save it again and upload it.');
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // 2348031234567000000000 must not become 2.348e21.
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  return String(value);
}

/** Repeats a merged cell's value in every row it spans, as a spreadsheet displays it. */
function fillDown(tallCells: TallCell[]) {
  const starts = Map.groupBy(tallCells, ([, first]) => first);
  let open: { column: number; last: number; text: string }[] = [];
  return (row: number, cells: string[]): string[] => {
    open = open.filter(({ last }) => last >= row);
    for (const { column, text } of open) {
      while (cells.length <= column) cells.push('');
      cells[column] ||= text;
    }
    for (const [column, , last] of starts.get(row) ?? []) open.push({ column, last, text: cells[column] ?? '' });
    return cells;
  };
}

/** A row numbered as in a spreadsheet, from 1. */
export interface SourceRow {
  number: number;
  cells: string[];
}

/** A row of a table that is none of the list. */
export interface ExtraRow {
  row: number;
  why: 'total' | 'heading';
  text: string;
}

const total = /^(?:grand|sub|overall)?[\s-]*totals?\b.{0,40}$/i;

/** Recognises sums below a list, and the headings and titles that a printed list repeats on every page. */
export function extraRowsOf(headers: string[], titles: string[][]) {
  const keyOf = (cells: string[]) => cells.map(squeeze).join('|').replace(/\|+$/, '');
  const repeated = new Set([headers, ...titles].map(keyOf).filter((key) => /\p{L}.*\p{L}/u.test(key)));
  return ({ number: row, cells }: SourceRow): ExtraRow | null => {
    const values = cells.map(clean).filter(Boolean);
    const text = cut(values.join(' '), 60);
    if (repeated.has(keyOf(cells))) return { row, why: 'heading', text };
    const isTotal =
      values.some((value) => total.test(value)) && values.every((one) => total.test(one) || isAmountCell(one));
    return isTotal ? { row, why: 'total', text } : null;
  };
}
