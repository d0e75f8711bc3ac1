/** Safe markup, made only by the `html` tag below and `trusted`. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Piece = Markup | string | number | false | null | undefined | readonly Piece[];

/** A template tag: values are escaped for elements and quoted attributes, lists are joined, and false, null and undefined are omitted. A value in an unquoted attribute throws. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let text = parts[0]!;
  for (const [at, piece] of pieces.entries()) {
    if (parts[at]!.endsWith('=')) throw new Error(`Quote the attribute: ${parts[at]!.slice(-40)}`);
    text += written(piece) + parts[at + 1]!;
  }
  return new Markup(text);
}

/** The same for XML; characters that XML does not allow are removed. */
export const xml = (parts: TemplateStringsArray, ...pieces: Piece[]): Markup =>
  // oxlint-disable-next-line no-control-regex
  trusted(html(parts, ...pieces).text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));

/** Marks markup as safe. */
export const trusted = (text: string): Markup => new Markup(text);

/** JSON data in a script tag that is not executed. */
export const jsonScript = (type: string, value: unknown, id?: string): Markup =>
  trusted(
    `<script type="${escaped(type)}"${id ? ` id="${id}"` : ''}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  );

function written(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object' && piece !== null) return piece.map(written).join('');
  return piece === false || piece === null || piece === undefined ? '' : escaped(String(piece));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for XML and HTML elements and quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
