import { decideOrder, type DateEvidence, type DateOrder, type SeenDate } from './date-order.ts';

/** A date that can be read in one order only, and where it is. */
export interface DateProof extends SeenDate {
  header: string;
  order: DateOrder;
}

/** Whether the day or the month comes first in a whole file, and how that is known. */
export interface FileDates {
  order: DateOrder;
  /** No value shows the order, so the user has to say it. */
  isUnknown: boolean;
  /** Columns that prove different orders: each is asked about by itself. */
  isMixed: boolean;
  /** How many values could be read both ways, and one of them. */
  either: number;
  example: string | null;
  /** What shows the order, and what contradicts it. */
  proofs: DateProof[];
}

interface DatedColumn {
  header: string;
  dates: DateEvidence;
}

/** Decides the order of dates for a file; null if it has no numeric dates that need one. */
export function datesOf(columns: DatedColumn[]): FileDates | null {
  const sum = (kind: 'dayFirst' | 'monthFirst' | 'either') =>
    columns.reduce((total, { dates }) => total + dates[kind], 0);
  const [dayFirst, monthFirst, either] = [sum('dayFirst'), sum('monthFirst'), sum('either')];
  if (either === 0 && (dayFirst === 0 || monthFirst === 0)) return null;
  const proven = new Set(
    columns.filter(({ dates }) => dates.dayFirst + dates.monthFirst > 0).map(({ dates }) => decideOrder(dates).order),
  );
  return {
    order: monthFirst > dayFirst ? 'mdy' : 'dmy',
    isUnknown: dayFirst + monthFirst === 0,
    isMixed: proven.size > 1,
    either,
    example: columns.find(({ dates }) => dates.first?.either)?.dates.first!.either!.value ?? null,
    proofs: [...proofOf(columns, 'dayFirst', 'dmy'), ...proofOf(columns, 'monthFirst', 'mdy')],
  };
}

function proofOf(columns: DatedColumn[], kind: 'dayFirst' | 'monthFirst', order: DateOrder): DateProof[] {
  const column = columns.find(({ dates }) => dates.first?.[kind]);
  return column ? [{ ...column.dates.first![kind]!, header: column.header, order }] : [];
}

/** The order of each column: chosen for it or for the file, shown by its own values, or by those of other columns. */
export function ordersOf(
  columns: DatedColumn[],
  chosen: { orders: Record<string, DateOrder | null | undefined>; dateOrder?: DateOrder | null | undefined },
): DateOrder[] {
  const ofFile = datesOf(columns)?.order ?? 'dmy';
  return columns.map(({ dates }, at) => {
    const isProven = dates.dayFirst + dates.monthFirst > 0;
    return chosen.orders[at] ?? chosen.dateOrder ?? (isProven ? decideOrder(dates).order : ofFile);
  });
}
