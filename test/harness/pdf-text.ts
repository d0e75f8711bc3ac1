import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF made by pdfkit, a string a page: what its fonts' tables (ToUnicode) say that the drawn glyphs mean.
 * Enough for our own files, not for others'.
 */
export function pdfText(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const [id, { head }] of objects) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    if (table) fonts.set(id, meanings(objects.get(table)!.stream!));
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)![1]!)!.head;
      const named = fontsIn(resources, fonts);
      const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!.stream!;
      // What several pages share, such as their number.
      const shared = objects.get(/\/PageTotal (\d+) 0 R/.exec(resources)?.[1] ?? '');
      const [before, after = ''] = content.split('/PageTotal Do');
      const total = shared ? textOf(shared.stream!, fontsIn(shared.head, fonts)).trim() : '';
      return textOf(before!, named) + total + textOf(after, named);
    });
}

type Fonts = Map<string, Map<string, string> | undefined>;
const fontsIn = (resources: string, fonts: Fonts): Fonts =>
  new Map([...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, fonts.get(id!)]));

interface PdfObject {
  head: string;
  stream: string | null;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const text = pdf.toString('latin1');
  for (const { 1: id, index, 0: opening } of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = index + opening.length;
    const end = text.indexOf('\nendobj', start);
    const streamAt = text.indexOf('stream\n', start);
    if (streamAt < 0 || streamAt > end) {
      objects.set(id!, { head: text.slice(start, end), stream: null });
      continue;
    }
    const head = text.slice(start, streamAt);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = pdf.subarray(streamAt + 7, streamAt + 7 + length);
    objects.set(id!, { head, stream: streamOf(head, bytes) });
  }
  return objects;
}

function streamOf(head: string, bytes: Buffer): string | null {
  if (/\/Subtype \/Image/.test(head)) return null;
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** What each glyph code of a font stands for. */
function meanings(cmap: string): Map<string, string> {
  const meaning = new Map<string, string>();
  const read = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, from, , list] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    for (const [at, [, target]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const code = (Number.parseInt(from!, 16) + at).toString(16).padStart(4, '0');
      meaning.set(code, read(target!.replaceAll(' ', '')));
    }
  }
  return meaning;
}

function textOf(content: string, fonts: Fonts): string {
  let font: Map<string, string> | undefined;
  let text = '';
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\[[^\]]*\]) TJ|\bET\b/g)) {
    if (name) font = fonts.get(name);
    else if (shown)
      for (const [, codes] of shown.matchAll(/<([0-9a-f]+)>/gi))
        text += (codes!.match(/.{4}/g) ?? []).map((code) => font?.get(code.toLowerCase()) ?? '').join('');
    else text += '\n';
  }
  return text.normalize('NFC');
}
