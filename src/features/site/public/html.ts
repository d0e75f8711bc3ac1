/** Markup that may be sent as it is. Only the tag below and `trusted` make it. */
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

/**
 * A template whose holes are data: text is escaped for elements and quoted attributes alike, lists are joined, nothing
 * is written for false, null and undefined. A hole in an attribute without quotes is refused.
 */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let text = parts[0]!;
  for (const [at, piece] of pieces.entries()) {
    if (parts[at]!.endsWith('=')) throw new Error(`Quote the attribute: ${parts[at]!.slice(-40)}`);
    text += written(piece) + parts[at + 1]!;
  }
  return new Markup(text);
}

/** The same for feeds: what XML cannot hold is left out. */
export const xml = (parts: TemplateStringsArray, ...pieces: Piece[]): Markup =>
  // oxlint-disable-next-line no-control-regex
  trusted(html(parts, ...pieces).text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));

/** Markup from elsewhere that is known to be safe. */
export const trusted = (text: string): Markup => new Markup(text);

/** Data between script tags that no browser runs. */
export const jsonScript = (type: string, value: unknown): Markup =>
  trusted(`<script type="${escaped(type)}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);

function written(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object' && piece !== null) return piece.map(written).join('');
  return piece === false || piece === null || piece === undefined ? '' : escaped(String(piece));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for XML and HTML, inside elements and quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
