/** Which sign stands before the decimals. The other one, a space or an apostrophe may group the digits by three. */
export const notations = ['point', 'comma'] as const;
export type Notation = (typeof notations)[number];

/** An amount in this notation, for messages. */
export const exampleAmount = (notation: Notation = 'point') => (notation === 'comma' ? '12.500,00' : '12,500.00');

const forms: Record<Notation, RegExp> = {
  point: /^(\d{1,15}|\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*)(?:\.(\d+))?$/,
  comma: /^(\d{1,15}|\d{1,3}(?:([. '])\d{3})(?:\2\d{3})*)(?:,(\d+))?$/,
};

/** The number as digits with a point, such as '-1234.50'; null if it is not written in this notation. */
export function plainDecimal(text: string, notation: Notation): string | null {
  const spaced = text.trim().replace(/\s/g, ' ').replace(/[’‘]/g, "'");
  const [, before = '', number = '', after = ''] = /^([-+−]?) ?(.*?) ?([-−]?)$/.exec(spaced) ?? [];
  const [, whole, , decimals] = forms[notation].exec(number) ?? [];
  if (whole === undefined || (before && after)) return null;
  const isBelow = /[-−]/.test(before + after);
  return `${isBelow ? '-' : ''}${whole.replace(/\D/g, '')}${decimals ? `.${decimals}` : ''}`;
}

/** What the cells of a file show about its notation. */
export interface NotationEvidence {
  /** Cells that fit only one: '45000,50', '1.234.567'. */
  point: number;
  comma: number;
  /** One sign before three digits: '25.000' is 25,000.00, because money has two decimals. */
  likelyPoint: number;
  likelyComma: number;
  /** The first cell of each kind, with its row. */
  first?: Partial<Record<NotationKind, SeenAmount>>;
}
type NotationKind = 'point' | 'comma' | 'likelyPoint' | 'likelyComma';
interface SeenAmount {
  value: string;
  row: number;
}

export const noNotation = (): NotationEvidence => ({ point: 0, comma: 0, likelyPoint: 0, likelyComma: 0 });

const mostLetters = 30;
const around = /^\(?\s*(?:NGN|₦|N)?\s*([-+−]?[\d.,\s'’‘]+[-−]?)\s*\)?\s*(?:CR?|DR?|K)?\.?$/i;

/** Counts a cell towards the notation of its file; cells that are no amounts, or fit both, count for nothing. */
export function gatherNotation(evidence: NotationEvidence, value: string, row: number): void {
  if (value.length > mostLetters || !/\d[.,]\d/.test(value)) return;
  const [, number] = around.exec(value) ?? [];
  const kind = number && kindOf(number);
  if (!kind) return;
  evidence[kind] += 1;
  (evidence.first ??= {})[kind] ??= { value, row };
}

function kindOf(number: string): NotationKind | null {
  const fits = (notation: Notation) => {
    const plain = plainDecimal(number, notation);
    return plain !== null && withoutNoise(plain) !== null;
  };
  const [asPoint, asComma] = [fits('point'), fits('comma')];
  if (asPoint === asComma) return null;
  const isLikely = /^\D*\d{1,3}[.,]\d{3}\D*$/.test(number);
  if (asPoint) return isLikely ? 'likelyPoint' : 'point';
  return isLikely ? 'likelyComma' : 'comma';
}

/** The notation of a whole file, what shows it, and what contradicts it. */
interface FileNotation {
  notation: Notation;
  /** The cells show it only because money has no third decimal. */
  isGuess: boolean;
  /** A cell that is read by it. */
  example: SeenAmount;
  /** Cells that don't fit; they are refused. */
  contradicting: number;
}

/** Decides for a file; null if none of its cells has a separator. */
export function notationOf(columns: (NotationEvidence | undefined)[]): FileNotation | null {
  const sum = (kind: NotationKind) => columns.reduce((total, one) => total + (one?.[kind] ?? 0), 0);
  const [point, comma, likelyPoint, likelyComma] = [sum('point'), sum('comma'), sum('likelyPoint'), sum('likelyComma')];
  if (point + comma + likelyPoint + likelyComma === 0) return null;
  const isGuess = point + comma === 0;
  const isComma = isGuess || point === comma ? likelyComma > likelyPoint : comma > point;
  const kinds: NotationKind[] = isComma ? ['comma', 'likelyComma'] : ['point', 'likelyPoint'];
  const seen = kinds.flatMap((kind) => columns.flatMap((one) => one?.first?.[kind] ?? []));
  return {
    notation: isComma ? 'comma' : 'point',
    isGuess,
    example: seen[0]!,
    contradicting: isComma ? point + likelyPoint : comma + likelyComma,
  };
}

/** A decimal of at most two places; spreadsheets store 0.1 + 0.2. Null if it has more. */
export function withoutNoise(plain: string): string | null {
  const decimals = plain.split('.')[1] ?? '';
  if (decimals.length <= 2) return plain;
  const rounded = Number(plain).toFixed(2);
  return decimals.length > 5 && Math.abs(Number(plain) - Number(rounded)) < 1e-4 ? rounded : null;
}
