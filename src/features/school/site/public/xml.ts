/** Escaped XML, made only by the tag below. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Piece = Markup | string | false | null | undefined | readonly Piece[];

/** A template tag for XML: values are escaped, lists are joined, false, null and undefined are omitted, and characters that XML does not allow are removed. Pages are components (docs/decisions/0054-one-way-to-write-a-page.md). */
export function xml(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const text = parts.map((part, at) => (at ? written(pieces[at - 1]) : '') + part).join('');
  // oxlint-disable-next-line no-control-regex
  return new Markup(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''));
}

function written(piece: Piece): string {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object' && piece !== null) return piece.map(written).join('');
  return piece === false || piece === null || piece === undefined ? '' : escaped(piece);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
