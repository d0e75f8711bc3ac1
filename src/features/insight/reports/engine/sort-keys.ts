import { sql, type SQL } from 'drizzle-orm';
import type { UsableField } from './usable-fields.ts';

/** A key that rows are sorted by. */
export interface SortKey {
  by: SQL;
  as: UsableField['orderAs'];
  descending: boolean;
  /** The usual order of a subject has no nulls, so that its index gives the order. */
  isNeverNull: boolean;
}

/** Keys that keep the rows of one value together: Ada and ADA are sorted alike, but are two groups. */
export function keysOfGroup({ type, value, order, orderAs }: UsableField, descending: boolean): SortKey[] {
  const byText = { by: value, as: 'text' as const, descending, isNeverNull: false };
  if (type === 'text') return [{ ...byText, by: sql`lower(${value})` }, byText];
  const byOrder = { by: order, as: orderAs, descending, isNeverNull: false };
  return type === 'choice' ? [byOrder, byText] : [byOrder];
}

/** Rows that are made one have no order of their own: they are sorted by what they show. */
export const byFirstColumns = (columns: UsableField[]) =>
  columns
    .filter(({ isOnlyShown }) => !isOnlyShown)
    .slice(0, 3)
    .map(({ key }) => ({ field: key, descending: false }));

const leastOf = { text: 'min', number: 'min', day: 'min', yesNo: 'bool_and' } as const;
const mostOf = { text: 'max', number: 'max', day: 'max', yesNo: 'bool_or' } as const;

/** The key that comes first in the order, of rows that are made one. */
export const firstOfKeys = ({ as, descending, isNeverNull }: SortKey, key: SQL): SQL =>
  sql`${sql.raw((descending ? mostOf : leastOf)[as])}(${key}${as === 'text' && !isNeverNull ? sql` collate "C"` : sql``})`;
