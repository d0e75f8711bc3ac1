import { z } from 'zod';
import { decideOrder, type DateOrder } from './date-order.ts';
import type { Column } from './inspect.ts';
import type { Plan } from './row.ts';

const order = z.preprocess((value) => (value === '' ? null : value), z.enum(['dmy', 'mdy']).nullable().optional());

export const alikeChoices = ['skip', 'update', 'new'] as const;
export type AlikeChoice = (typeof alikeChoices)[number];
/** What was decided of single rows that look like somebody, by their number. */
export type Decisions = Record<number, AlikeChoice>;

/** What a person decides about the values before the file is checked. */
export const Options = z.object({
  /** By column ('orders.3' of a form): how its dates are written, where the person said so. */
  orders: z.record(z.string().regex(/^\d{1,3}$/), order).default({}),
  tidyNames: z.boolean().default(false),
  surnameStands: z.enum(['first', 'last']).default('first'),
  /** A row about somebody whom the institution already has. */
  existing: z.enum(['skip', 'update', 'report']).default('skip'),
  /** Rows that look like somebody who is here already, or like an earlier row, without the number that would prove it. */
  alike: z.enum(alikeChoices).default('skip'),
  /** Words that the institution's lists do not have. */
  newWords: z.enum(['learn', 'report']).default('learn'),
});
export type Options = z.infer<typeof Options>;

/** By column, from left to right, the key of a field; null is left out. */
export type Mapping = (string | null)[];

/** How the file will be read, with what the person left to us decided from the values. */
export const planFor = (columns: Column[], mapping: Mapping, options: Options): Plan => ({
  headers: columns.map(({ header }) => header),
  columns: mapping,
  dateOrders: columns.map(({ dates }, at): DateOrder => options.orders?.[at] ?? decideOrder(dates).order),
  tidyNames: options.tidyNames,
  surnameStands: options.surnameStands,
});
