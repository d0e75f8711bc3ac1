import { sql, type SQL } from 'drizzle-orm';
import { isDay } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { literally, searchable } from '#kernel/searchable.ts';
import type { ReportFilters, Rule } from './definition.ts';
import { operatorsOf, valuesOf } from './operators.ts';
import type { Usable, UsableField } from './usable-fields.ts';

/** Rows that meet the filters. An empty set of filters is met by all. */
export function conditionOf(usable: Usable, { joined, groups }: ReportFilters, today: SQL): SQL {
  const parts = groups.map((group) =>
    joinedBy(
      group.joined,
      group.rules.map((rule) => ruleOf(usable, rule, today)),
    ),
  );
  return joinedBy(joined, parts);
}

const joinedBy = (word: 'and' | 'or', parts: SQL[]): SQL =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, word === 'and' ? sql` and ` : sql` or `)})`;

/**
 * A rule is never met where the actor may not see the field: an absence would reveal a value, too. Without a value it is
 * null, which is not met either, because rules are joined by and and or alone; so an index can answer it.
 */
function ruleOf(usable: Usable, rule: Rule, today: SQL): SQL {
  const field = fieldOf(usable, rule.field);
  const { type, label, where } = field;
  if (field.isOnlyShown && type !== 'photo') throw new ValidationError('filters', `${label} can’t be a filter.`);
  if (!operatorsOf[type].includes(rule.operator))
    throw new ValidationError('filters', `Choose another comparison for ${label}.`);
  const condition = compare(field, rule, today);
  return where ? sql`(${where} and ${condition})` : condition;
}

export function fieldOf({ usable, closed }: Usable, key: string): UsableField {
  const field = usable.get(key);
  if (field) return field;
  const label = closed.get(key);
  throw new ValidationError(
    'fields',
    label
      ? `You don’t have access to ${label}, so it can’t be part of a report you run.`
      : 'A field of this report doesn’t exist any more. Edit the report and remove it.',
  );
}

function compare(field: UsableField, { operator, values }: Rule, today: SQL): SQL {
  const { code, value } = field;
  const counted = { none: 0, one: 1, two: 2, many: values.length }[valuesOf(operator)];
  if (values.length < counted || (valuesOf(operator) === 'many' && values.length === 0))
    throw new ValidationError('filters', `Enter a value for ${field.label}.`);
  const [first, second] = values.slice(0, counted).map((text) => asTyped(field, operator, text));
  switch (operator) {
    case 'empty':
      return sql`${code} is null`;
    case 'filled':
      return sql`${code} is not null`;
    case 'yes':
      return sql`${value}`;
    case 'no':
      return sql`not coalesce(${value}, false)`;
    case 'one_of':
      return sql`${coded(field)} = any(${codes(field, values)})`;
    case 'none_of':
      return sql`coalesce(${coded(field)} <> all(${codes(field, values)}), true)`;
    case 'contains':
      return found(field, values, sql`akada_searchable(${value}) like ${`%${literally(searched(values))}%`}`);
    case 'starts':
      return found(field, values, sql`akada_searchable(${value}) like ${`${literally(searched(values))}%`}`);
    case 'is':
      return field.type === 'text'
        ? found(field, values, sql`akada_searchable(${value}) = ${searched(values)}`)
        : sql`${value} = ${first}`;
    case 'is_not':
      return sql`coalesce(akada_searchable(${value}) <> ${searched(values)}, true)`;
    case 'at_least':
      return sql`${value} >= ${first}`;
    case 'at_most':
      return sql`${value} <= ${first}`;
    case 'more_than':
    case 'after':
      return sql`${value} > ${first}`;
    case 'less_than':
    case 'before':
      return sql`${value} < ${first}`;
    case 'between':
      return sql`${value} between ${first} and ${second}`;
    case 'last_days':
      return sql`${value} > ${today} - ${first} and ${value} <= ${today}`;
    case 'next_days':
      return sql`${value} >= ${today} and ${value} < ${today} + ${first}`;
  }
}

/** Ids are compared as numbers, so that an index of them can be used. */
const coded = ({ code, isId }: UsableField) => (isId ? code : sql`${code}::text`);
const codes = ({ isId }: UsableField, values: string[]) =>
  isId
    ? sql`${sql.param(values.filter((value) => /^\d{1,18}$/.test(value)))}::bigint[]`
    : sql`${sql.param(values)}::text[]`;

/** Looks at the longer text first, which is made already: to make a text searchable takes much longer than to look. */
const found = ({ within, where }: UsableField, values: string[], condition: SQL): SQL =>
  within && !where ? sql`${within} like ${`%${literally(searched(values))}%`} and ${condition}` : condition;

const searched = ([text = '']: string[]) => searchable(text.trim());

function asTyped({ type, label }: UsableField, operator: Rule['operator'], text: string): SQL {
  const trimmed = text.trim();
  if (operator === 'last_days' || operator === 'next_days') {
    if (!/^[1-9]\d{0,4}$/.test(trimmed))
      throw new ValidationError('filters', `${label}: enter a number of days, such as 30.`);
    return sql`${Number(trimmed)}::int`;
  }
  if (type === 'day') {
    if (!isDay(trimmed)) throw new ValidationError('filters', `${label}: enter a valid date, for example 2026-11-20.`);
    return sql`${trimmed}::date`;
  }
  if (type === 'money') {
    if (!/^-?\d{1,16}$/.test(trimmed))
      throw new ValidationError('filters', `${label}: enter an amount, such as 12,500.00.`);
    return sql`${trimmed}::bigint`;
  }
  if (type === 'number') {
    if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(trimmed)) throw new ValidationError('filters', `${label}: enter a number.`);
    return sql`${trimmed}::numeric`;
  }
  return sql`${trimmed}::text`;
}
