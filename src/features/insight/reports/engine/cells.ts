import { sql, type SQL } from 'drizzle-orm';
import type { UsableField } from './usable-fields.ts';

export type ReportCell = string | number | boolean | null;

/** A cell as JSON on a page: money in minor units, days as yyyy-mm-dd. */
export const shownCell = ({ type, value }: UsableField): SQL =>
  type === 'number' ? sql`trim_scale(${value}::numeric)` : value;

/** A cell as a file has it: money with its decimals, yes and no as words. */
export function fileCell({ type, value }: UsableField): SQL {
  if (type === 'money') return sql`round(${value} / 100.0, 2)`;
  if (type === 'yesNo') return sql`case when ${value} then 'Yes' when not ${value} then 'No' end`;
  return type === 'number' ? sql`trim_scale(${value}::numeric)` : value;
}
