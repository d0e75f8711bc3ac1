import { today } from '#kernel/dates.ts';
import { searchable } from '#kernel/searchable.ts';
import type { Rule } from '#features/insight/reports/engine/definition.ts';
import type { FullRow } from '#test/harness/all-fields.ts';

const compare: Record<string, (value: number | string, first: number | string, second: number | string) => boolean> = {
  is: (value, first) => value === first,
  at_least: (value, first) => value >= first,
  at_most: (value, first) => value <= first,
  more_than: (value, first) => value > first,
  less_than: (value, first) => value < first,
  after: (value, first) => value > first,
  before: (value, first) => value < first,
  between: (value, first, second) => value >= first && value <= second,
};

const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Whether a row meets a rule, by what its operator says. */
export function meets({ value, code }: FullRow['fields'][string], type: string, { operator, values }: Rule): boolean {
  const [first = '', second = ''] = values.map((text) => text.trim());
  if (operator === 'empty') return code === null;
  if (operator === 'filled') return code !== null;
  if (operator === 'yes') return value === true;
  if (operator === 'no') return value !== true;
  if (operator === 'one_of') return code !== null && values.includes(code);
  if (operator === 'none_of') return code === null || !values.includes(code);
  if (type === 'text') {
    const said = value === null ? null : searchable(String(value));
    const sought = searchable(first);
    if (operator === 'is_not') return said !== sought;
    if (said === null) return false;
    if (operator === 'is') return said === sought;
    return operator === 'starts' ? said.startsWith(sought) : said.includes(sought);
  }
  if (value === null || typeof value === 'boolean') return false;
  if (operator === 'last_days' || operator === 'next_days') {
    const now = today('Africa/Lagos');
    const days = Number(first);
    return operator === 'last_days'
      ? value > dayFrom(now, -days) && value <= now
      : value >= now && value < dayFrom(now, days);
  }
  const typed = (text: string) => (type === 'day' ? text : Number(text));
  return compare[operator]!(value, typed(first), typed(second));
}
