import { z } from 'zod';
import { decideOrder } from './date-order.ts';
import { dateFields, fieldKeys, type DateFieldKey } from './fields.ts';
import type { Column } from './inspect.ts';
import type { Plan } from './row.ts';

const order = z.enum(['dmy', 'mdy']);

/** What a person decides about the values before the file is checked. */
export const Options = z.object({
  birthDate: order.optional(),
  admissionDate: order.optional(),
  tidyNames: z.boolean().default(false),
  surnameStands: z.enum(['first', 'last']).default('first'),
  /** A row whose admission number the school already has. */
  existing: z.enum(['skip', 'update', 'report']).default('skip'),
  /** A row whose name and birth date the school already has under another number. */
  sameName: z.enum(['report', 'skip', 'import']).default('report'),
});
export type Options = z.infer<typeof Options>;

/** By column, from left to right; null is left out. */
export const Mapping = z.array(z.enum(fieldKeys).nullable());
export type Mapping = z.infer<typeof Mapping>;

/** How the file will be read, with what the person left to us decided from the values. */
export function planFor(columns: Column[], mapping: Mapping, options: Options): Plan {
  const orderOf = (field: DateFieldKey) => {
    const column = columns[mapping.indexOf(field)];
    return options[field] ?? (column ? decideOrder(column.dates).order : 'dmy');
  };
  return {
    headers: columns.map(({ header }) => header),
    columns: mapping,
    dateOrders: Object.fromEntries(dateFields.map((field) => [field, orderOf(field)])) as Plan['dateOrders'],
    tidyNames: options.tidyNames,
    surnameStands: options.surnameStands,
  };
}
