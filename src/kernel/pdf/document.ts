import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export type Doc = PDFKit.PDFDocument;

/**
 * The default export of a layout module: draws `data`. Pages stay open until it returns, so that they can be numbered.
 * A long one says how far it is.
 */
export type Layout<T> = (doc: Doc, data: T, progress: Progress) => void | Promise<void>;
/** A layout of any length: `sheet.isStreamed`. Its pages can't be changed once they are full. */
export type StreamedLayout<T, Row> = (doc: Doc, data: T, rows: AsyncIterable<Row[]>) => Promise<void>;
export type Progress = (done: number, total: number) => void;

/** An optional export `sheet` of a layout module, in points (72 an inch). */
export interface Sheet {
  size?: 'A3' | 'A4' | 'A5' | [width: number, height: number];
  layout?: 'portrait' | 'landscape';
  margins?: { top: number; right: number; bottom: number; left: number };
  /** No page yet: the layout adds each in the size that its data need. */
  isEmpty?: boolean;
  /** Takes rows while it draws, and gives pages away once the next one begins: `StreamedLayout`. */
  isStreamed?: boolean;
}

export const usualMargins = { top: 42, right: 48, bottom: 54, left: 48 };
/** Starts a page of a size; those that follow are the same. For layouts whose `sheet` is empty. */
export function startPages(doc: Doc, sheet: Pick<Sheet, 'size' | 'margins'>): void {
  Object.assign(doc.options, sheet);
  doc.addPage();
}

export const points = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Colours, as on the light pages; `band` is behind what counts most. */
export const ink = {
  text: '#1b1d28',
  soft: '#4a4e60',
  faint: '#6b7080',
  line: '#d9d3c7',
  band: '#f3efe7',
  bad: '#b3261e',
};

// DejaVu Sans Condensed has dotted letters with tone marks, hooked letters and the naira sign.
const fontFile = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${name}.ttf`)));
/** Files at first, then parsed fonts: parsing takes longer than drawing a page. */
const fonts: Record<'regular' | 'bold', Buffer | Parsed> = { regular: fontFile(''), bold: fontFile('-Bold') };

/** pdfkit accepts a parsed font in place of a file, but its types do not say so. */
interface Parsed {
  /** Glyph shapes, and the text they stood for in the first document that drew them. */
  _glyphs: object;
}

/** Documents are drawn one at a time and do not see each other's text. */
function takeFont(doc: Doc, name: 'regular' | 'bold'): void {
  doc.registerFont(name, fonts[name] as Buffer).font(name);
  const { font } = (doc as unknown as { _font: { font: Parsed } })._font;
  font._glyphs = {};
  fonts[name] = font;
}

/** An empty document with the fonts 'regular' and 'bold'. */
export function openDocument({
  size = 'A4',
  layout = 'portrait',
  margins = usualMargins,
  isEmpty = false,
  isStreamed = false,
}: Sheet = {}): Doc {
  const doc = new PDFDocument({
    size,
    layout,
    margins,
    bufferPages: !isStreamed,
    autoFirstPage: !isEmpty,
    lang: 'en-NG',
    displayTitle: true,
    info: { Producer: 'Akada', Creator: 'Akada' },
    font: null as never,
  });
  takeFont(doc, 'bold');
  takeFont(doc, 'regular');
  doc.fontSize(9.5);
  if (!isEmpty) doc.fillColor(ink.text);
  if (isStreamed) forgetWords(doc);
  drawInReadingOrder(doc);
  return doc;
}

/** Each line after it was wrapped: a name from right to left that takes two lines begins on the first. */
function drawInReadingOrder(doc: Doc): void {
  const drawer = doc as unknown as { _fragment(text: string, ...place: unknown[]): void };
  const draw = drawer._fragment.bind(doc);
  drawer._fragment = (text, ...place) => draw(inReadingOrder(String(text)), ...place);
}

/** Pages after which a long document forgets the shapes of words: pdfkit keeps those of each word, such as all numbers. */
const rememberedPages = 20;

function forgetWords(doc: Doc): void {
  const { _fontFamilies: families } = doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> };
  let pages = 0;
  doc.on('pageAdded', () => {
    pages += 1;
    if (pages % rememberedPages > 0) return;
    for (const font of Object.values(families)) font.layoutCache = Object.create(null) as object;
  });
}

/** The finished file. */
export async function closeDocument(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => {
    doc.once('end', resolve);
  });
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Composed characters, so that e, dot below and é, dot below look the same, without control characters. */
export const shown = (text: string): string => text.normalize('NFC').replace(control, '');

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0009\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Hebrew, Arabic and the scripts between them. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * pdfkit draws each word in its own direction but places words from the left, so those from the right are put in their
 * order here, line by line: 'Obi محمد علي' becomes 'Obi علي محمد', which reads محمد علي.
 */
export const inReadingOrder = (text: string): string => (fromRight.test(text) ? lineInOrder(text) : text);

function lineInOrder(line: string): string {
  const drawn: string[] = [];
  let run: string[] = [];
  // Numbers and signs between two words from the right belong to them; behind the last one they don't.
  let between: string[] = [];
  const endRun = () => {
    drawn.push(...run.toReversed(), ...between);
    run = [];
    between = [];
  };
  for (const word of line.split(' '))
    if (fromRight.test(word)) {
      run.push(...between, word);
      between = [];
    } else if (run.length > 0 && !/\p{L}/u.test(word)) between.push(word);
    else {
      endRun();
      drawn.push(word);
    }
  endRun();
  return drawn.join(' ');
}
