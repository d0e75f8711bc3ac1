import { z } from 'zod';
import { notationOf, notations } from '#kernel/notation.ts';
import { legacyEncodings } from './legacy-encodings.ts';
import type { Fields, Corrections } from './field.ts';
import type { Column } from './inspect.ts';
import type { Plan } from './row.ts';
import { rowsOfForm } from '#kernel/schemas.ts';
import { decideOrder, type DateEvidence, type DateOrder, type SeenDate } from './date-order.ts';

const chosen = <Choice extends string>(choices: readonly [Choice, ...Choice[]]) =>
  z.preprocess((value) => (value === '' ? null : value), z.enum(choices).nullable().optional());
const order = chosen(['dmy', 'mdy']);

export const alikeChoices = ['skip', 'update', 'new'] as const;
export type AlikeChoice = (typeof alikeChoices)[number];
/** Decisions on single possible duplicates, by row number. */
export type Decisions = Record<number, AlikeChoice>;

/** The options chosen before the file is checked. */
export const Options = z.object({
  /** The date order of the whole file, where the user chose one. */
  dateOrder: order,
  /** Date order by column ('orders.3' in a form), where columns differ and the user chose one. */
  orders: z.record(z.string().regex(/^\d{1,3}$/), order).default({}),
  /** The sign before the decimals, where the user chose one. */
  notation: chosen(notations),
  /** What a file that is not in UTF-8 was written in, where its bytes leave a doubt. */
  encoding: chosen(legacyEncodings),
  /** What the first row of a file without headings is. */
  firstRow: chosen(['data', 'headings']),
  tidyNames: z.boolean().default(false),
  surnameStands: z.enum(['first', 'last']).default('first'),
  /** Rows whose number already exists. */
  existing: z.enum(['skip', 'update', 'report']).default('skip'),
  /** Possible duplicates of a record or of an earlier row, without a matching number. */
  alike: z.enum(alikeChoices).default('skip'),
  /** When students are enrolled whose row doesn't say: from the first day of the term, or today. */
  enrolment: z.enum(['term', 'today']).default('term'),
  /** Values missing from the institution's lists. */
  newWords: z.enum(['learn', 'report']).default('learn'),
  /** Values that all rows have, for fields without a column ('same.0.field' in a form). */
  same: z
    .preprocess(rowsOfForm, z.array(z.object({ field: z.string().max(60), value: z.string().trim().max(300) })).max(40))
    .default([])
    .transform((all) => all.filter(({ field, value }) => field && value)),
});
export type Options = z.infer<typeof Options>;

/** The field key of each column, from left to right; null is not imported. */
export type Mapping = (string | null)[];

/** The notation of the decimals in a file, from all cells of the columns that hold them; null if no cell shows one. */
export const notationIn = (columns: Column[], mapping: Mapping, fields: Fields) =>
  notationOf(columns.filter((_, at) => isDecimal(fields[mapping[at] ?? ''])).map(({ amounts }) => amounts));

const isDecimal = (field: Fields[string] | undefined) => Boolean(field?.isMoney || field?.isDecimal);

/** How the file will be read; undecided options are derived from the values. */
export const planFor = (
  columns: Column[],
  mapping: Mapping,
  options: Options,
  fields: Fields,
  { words, cells }: Corrections = {},
): Plan => ({
  headers: columns.map(({ header }) => header),
  columns: mapping,
  dateOrders: ordersOf(columns, options),
  notation: options.notation ?? notationIn(columns, mapping, fields)?.notation ?? 'point',
  tidyNames: options.tidyNames,
  surnameStands: options.surnameStands,
  same: Object.fromEntries(options.same.map(({ field, value }) => [field, value])),
  ...(words && { words }),
  ...(cells && { cells }),
});

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
