import type { Db } from '#kernel/database.ts';
import { dateText, money } from '#ui/format.ts';
import { labelsOf } from '../design/choices.queries.ts';
import { fieldOf } from '../engine/conditions.ts';
import type { ReportFilters, Rule } from '../engine/definition.ts';
import { operators, valuesOf } from '../engine/operators.ts';
import type { Usable, UsableField } from '../engine/usable-fields.ts';

/** A filter as a sentence, and how many of its values were deleted since. */
export interface FilterWords {
  text: string;
  gone: number;
}

/** The filters of a report as sentences, group by group. */
export async function wordsOfFilters(
  db: Db,
  usable: Usable,
  { groups }: ReportFilters,
  currency: string,
): Promise<FilterWords[]> {
  const said: FilterWords[] = [];
  for (const { rules, joined } of groups) {
    const words: FilterWords[] = [];
    for (const rule of rules) {
      const field = fieldOf(usable, rule.field);
      // One connection answers one after another.
      // oxlint-disable-next-line no-await-in-loop
      words.push(sentenceOf(field, rule, await labelsOf(db, usable, field, rule.values), currency));
    }
    said.push({
      text: words.map(({ text }) => text).join(joined === 'and' ? ' and ' : ' or '),
      gone: words.reduce((sum, { gone }) => sum + gone, 0),
    });
  }
  return said;
}

function sentenceOf(field: UsableField, { operator, values }: Rule, labels: Map<string, string>, currency: string) {
  const known = field.options ? values.filter((value) => labels.has(value)) : values;
  const shown = known.map((value) => shownValue(field, operator, value, labels, currency));
  const gone = values.length - known.length;
  const all = gone > 0 ? [...shown, gone === 1 ? 'a deleted value' : `${gone} deleted values`] : shown;
  return { text: [field.label, worded(operator, all)].join(' '), gone };
}

function worded(operator: Rule['operator'], values: string[]): string {
  const words = operators[operator];
  if (words.includes('…')) return words.replace('…', values[0] ?? '…');
  if (valuesOf(operator) === 'none') return words;
  if (valuesOf(operator) === 'two') return `${words} ${values.join(' and ')}`;
  if (values.length === 1) return `${words.replace('one of', '').trimEnd()} ${values[0]}`;
  return `${words} ${values.join(', ')}`;
}

function shownValue(
  { type }: UsableField,
  operator: Rule['operator'],
  value: string,
  labels: Map<string, string>,
  currency: string,
): string {
  const label = labels.get(value);
  if (label !== undefined) return label;
  if (type === 'money') return money(Number(value), currency);
  return type === 'day' && !operator.endsWith('_days') ? dateText(value) : value;
}
