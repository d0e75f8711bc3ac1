import type { CountedType } from './counted-type.ts';
import { periods, type Period } from './periods.ts';

export interface DataFilter {
  /** 'all', or the name of a filter and a value: 'gender:female', 'period:today'. */
  value: string;
  label: string;
  group: string;
}

export const everything: DataFilter = { value: 'all', label: 'All', group: '' };

/** The data filters of an associate: what it declares, and periods if it has days. */
export const filtersOf = ({ filters, day }: CountedType): DataFilter[] => [
  everything,
  ...Object.entries(filters).flatMap(([name, { label, options }]) =>
    Object.entries(options).map(([value, text]) => ({ value: `${name}:${value}`, label: text, group: label })),
  ),
  ...Object.entries(day ? periods : {}).map(([period, label]) => ({
    value: `period:${period}`,
    label,
    group: 'Period',
  })),
];

/** The parts of a data filter that the associate declares; null for any other text. */
export function readFilter(type: CountedType, text: string): { filter: string; value: string } | null {
  if (!filtersOf(type).some(({ value }) => value === text)) return null;
  const [filter = 'all', value = ''] = text.split(':');
  return { filter, value };
}

export const periodIn = ({ filter, value }: { filter: string; value: string }): Period | null =>
  filter === 'period' ? (value as Period) : null;
