import { widthOf } from './parts.ts';
import { ink, shown, type Doc } from './document.ts';

const foot = { size: 7.5, color: ink.faint };
/** Room for two digits; more reach into the margin. */
const totalWidth = 9;

/** Writes ‘Page 3 of 41’ below each page of a streamed layout, and what it is about. Call `end` after the last page. */
export function numberPages(doc: Doc, about: string) {
  const total = pageTotal(doc, foot);
  let pages = 0;
  doc.on('pageAdded', () => {
    pages += 1;
    const { left, bottom } = doc.page.margins;
    const { x, y } = doc;
    // Below the margin pdfkit would begin another page.
    doc.page.margins.bottom = 0;
    const at = doc.page.height - bottom + 18;
    const end = left + widthOf(doc) - totalWidth;
    doc.font('regular').fontSize(foot.size).fillColor(foot.color);
    doc.text(shown(about), left, at, { width: widthOf(doc) - 110, height: 10, ellipsis: true });
    const words = `Page ${pages.toLocaleString('en')} of `;
    doc.text(words, end - doc.widthOfString(words), at, { lineBreak: false });
    total.place(end, at);
    doc.page.margins.bottom = bottom;
    [doc.x, doc.y] = [x, y];
  });
  return { end: () => total.write(pages) };
}

/** What pdfkit has for objects of a file, and its types leave out. */
interface Innards {
  ref(data: object): Reference;
  addContent(operators: string): void;
  page: { xobjects: Record<string, Reference> };
  _font: { id: string; ascender: number; ref(): Reference; encode(text: string): [glyphs: string[]] };
}
interface Reference {
  data: Record<string, unknown>;
  end(content: Buffer): void;
}

const name = 'PageTotal';

/**
 * The number of pages, on pages that are given away before it is known: each refers to one object of the file, which is
 * written at its end.
 */
function pageTotal(doc: Doc, { size, color }: { size: number; color: string }) {
  const inside = doc as unknown as Innards;
  const room = 12 * size;
  const total = inside.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -size, room, 2 * size] });
  return {
    /** Room for it on the current page, to the right of a point at the top of the line. */
    place(left: number, top: number): void {
      doc.font('regular').fontSize(size);
      inside.page.xobjects[name] = total;
      const baseline = top + (inside._font.ascender / 1000) * size;
      // pdfkit's pages are upside down, so that y counts from the top.
      inside.addContent(`q 1 0 0 -1 ${left.toFixed(2)} ${baseline.toFixed(2)} cm /${name} Do Q`);
    },
    write(pages: number): void {
      doc.font('regular');
      const { _font: font } = inside;
      const [glyphs] = font.encode(pages.toLocaleString('en'));
      total.data.Resources = { Font: { [font.id]: font.ref() } };
      const colour = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
      total.end(Buffer.from(`BT ${colour} rg /${font.id} ${size} Tf [<${glyphs.join('')}>] TJ ET`));
    },
  };
}
