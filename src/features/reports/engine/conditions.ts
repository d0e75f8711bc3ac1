import { sql, type SQL } from 'drizzle-orm';
import { isDay } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
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

/** A rule is never null, and never met where the actor may not see the field: an absence would reveal a value, too. */
function ruleOf(usable: Usable, rule: Rule, today: SQL): SQL {
  const field = fieldOf(usable, rule.field);
  const { type, label, where } = field;
  if (field.isOnlyShown && type !== 'photo') throw new Refused('filters', `${label} can’t be a filter.`);
  if (!operatorsOf[type].includes(rule.operator))
    throw new Refused('filters', `Choose another comparison for ${label}.`);
  const condition = sql`coalesce(${compare(field, rule, today)}, false)`;
  return where ? sql`(${where} and ${condition})` : condition;
}

export function fieldOf({ usable, closed }: Usable, key: string): UsableField {
  const field = usable.get(key);
  if (field) return field;
  const label = closed.get(key);
  throw new Refused(
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
    throw new Refused('filters', `Enter a value for ${field.label}.`);
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
      return sql`${code}::text = any(${sql.param(values)}::text[])`;
    case 'none_of':
      return sql`coalesce(${code}::text <> all(${sql.param(values)}::text[]), true)`;
    case 'contains':
      return sql`akada_searchable(${value}) like ${`%${literally(searched(values))}%`}`;
    case 'starts':
      return sql`akada_searchable(${value}) like ${`${literally(searched(values))}%`}`;
    case 'is':
      return field.type === 'text' ? sql`akada_searchable(${value}) = ${searched(values)}` : sql`${value} = ${first}`;
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

const searched = ([text = '']: string[]) => searchable(text.trim());

function asTyped({ type, label }: UsableField, operator: Rule['operator'], text: string): SQL {
  const trimmed = text.trim();
  if (operator === 'last_days' || operator === 'next_days') {
    if (!/^[1-9]\d{0,4}$/.test(trimmed)) throw new Refused('filters', `${label}: enter a number of days, such as 30.`);
    return sql`${Number(trimmed)}::int`;
  }
  if (type === 'day') {
    if (!isDay(trimmed)) throw new Refused('filters', `${label}: enter a valid date, for example 2026-11-20.`);
    return sql`${trimmed}::date`;
  }
  if (type === 'money') {
    if (!/^-?\d{1,16}$/.test(trimmed)) throw new Refused('filters', `${label}: enter an amount, such as 12,500.00.`);
    return sql`${trimmed}::bigint`;
  }
  if (type === 'number') {
    if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(trimmed)) throw new Refused('filters', `${label}: enter a number.`);
    return sql`${trimmed}::numeric`;
  }
  return sql`${trimmed}::text`;
}
