/** Whether the day or the month comes first in a date. */
export type DateOrder = 'dmy' | 'mdy';

/** How many values of a column fit only one order. */
export interface DateEvidence {
  /** The first number is above 12: 25/12/2009. */
  dayFirst: number;
  /** The second number is above 12: 12/25/2009. */
  monthFirst: number;
  /** Both could be the month: 03/04/2009. */
  either: number;
  /** The first value of each, with its row in the file; absent in files that were uploaded earlier. */
  first?: Partial<Record<'dayFirst' | 'monthFirst' | 'either', SeenDate>>;
}

export interface SeenDate {
  value: string;
  row: number;
}

export const noEvidence = (): DateEvidence => ({ dayFirst: 0, monthFirst: 0, either: 0 });

const numeric = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{2}|\d{4})(?!\d)/;

/** Counts a value towards the date order of its column; values that are not numeric dates count for nothing. */
export function gather(evidence: DateEvidence, value: string, row = 0): void {
  if (value.length < 6 || value.length > 24) return;
  const parts = numeric.exec(value);
  if (!parts) return;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  const kind =
    first > 12 && second <= 12
      ? 'dayFirst'
      : second > 12 && first <= 12
        ? 'monthFirst'
        : first <= 12 && second <= 12
          ? 'either'
          : null;
  if (!kind) return;
  evidence[kind] += 1;
  if (row) (evidence.first ??= {})[kind] ??= { value, row };
}

interface DecidedOrder {
  order: DateOrder;
  /** The column gives no evidence, so the user should confirm the order. */
  isGuess: boolean;
  /** Number of values that fit only the other order; they are reported as problems. */
  contradicting: number;
}

/** The order that most values prove; day first without evidence. */
export function decideOrder(evidence: DateEvidence): DecidedOrder {
  const order = evidence.monthFirst > evidence.dayFirst ? 'mdy' : 'dmy';
  return {
    order,
    isGuess: evidence.either > 0 && evidence.dayFirst + evidence.monthFirst === 0,
    contradicting: Math.min(evidence.dayFirst, evidence.monthFirst),
  };
}
