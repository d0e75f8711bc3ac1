import { searchable } from '#kernel/searchable.ts';
import type { FullRow, Value } from '#test/harness/all-fields.ts';
import type { GraphDefinition } from '#features/insight/reports/graphs/engine/graph-definition.ts';
import type { Step } from '#features/insight/reports/graphs/engine/graph-labels.ts';

export interface Term {
  id: number;
  from: string;
  to: string;
}

const week = 7 * 24 * 3600 * 1000;

/** The key of a row's group, by a look at its value. */
export function keyOf(type: string, step: Step | null, value: Value, terms: readonly Term[]): string | null {
  if (type === 'yesNo') return String(value === true);
  if (value === null) return null;
  if (type === 'text') return searchable(String(value));
  if (type !== 'day') return String(value);
  const day = String(value);
  if (step === 'term') return String(terms.find(({ from, to }) => from <= day && day <= to)?.id ?? 'outside');
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  if (step === 'day') return day;
  // The Monday before: 5 January 1970 was one.
  const monday = Date.parse('1970-01-05');
  const weeks = Math.floor((Date.parse(day) - monday) / week);
  return new Date(monday + weeks * week).toISOString().slice(0, 10);
}

/** The same graph by a look at every row: rows, filled fields, sums and extremes of each pair of groups. */
export function slowGroups(
  rows: readonly FullRow[],
  { groups, measure }: GraphDefinition,
  typeOf: (key: string) => string,
  terms: readonly Term[],
) {
  const found = Map.groupBy(rows, ({ fields }) =>
    JSON.stringify(groups.map(({ field, step }) => keyOf(typeOf(field), step, fields[field]!.value, terms))),
  );
  return [...found].map(([keys, same]) => {
    const values = same.flatMap(
      ({ fields }) => (measure.field ? (fields[measure.field]!.value as number | null) : 1) ?? [],
    );
    const isMeasured = measure.field !== null && values.length > 0;
    return {
      keys: JSON.parse(keys) as (string | null)[],
      rows: same.length,
      filled: values.length,
      sum: isMeasured ? values.reduce((sum, value) => sum + value, 0) : null,
      low: isMeasured ? Math.min(...values) : null,
      high: isMeasured ? Math.max(...values) : null,
    };
  });
}
