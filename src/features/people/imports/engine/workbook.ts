import { quote } from './clean.ts';
import { Unreadable } from './unreadable.ts';
import { xlsxRows, type TallCell } from './xlsx.ts';
import { guardWorkbook } from './zip-guard.ts';

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
