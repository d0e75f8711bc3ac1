import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { membershipIn } from '#kernel/actor.ts';
import type { ReportContext, ReportJoin } from '#kernel/contracts/report.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { ReportDefinition, ReportFilters, Rule } from './definition.ts';
import { byFirstColumns, keysOfGroup, type SortKey, type Usable, type UsableField } from './usable-fields.ts';
import { isDay } from '#kernel/dates.ts';
import { literally, searchable } from '#kernel/searchable.ts';
import { operatorsOf, valuesOf } from './operators.ts';

/** A report as parts of a statement, for one reader. */
export interface CompiledReport {
  usable: Usable;
  columns: UsableField[];
  /** Labels of chosen fields that the reader may not see: left out. */
  hidden: string[];
  where: SQL;
  sort: SortKey[];
  /** The fields that the filters and the sort need. */
  narrowing: UsableField[];
  group: UsableField | null;
  /** The keys in `sort` that keep the rows of a group together: the first ones. */
  groupSort: SortKey[];
  definition: ReportDefinition;
}

/**
 * Looks every name up, leaves out columns that the reader may not see, and refuses filters that they may not see: without
 * them there would be other rows.
 */
export function compile(usable: Usable, definition: ReportDefinition): CompiledReport {
  const columns = definition.fields.flatMap(
    (key) => usable.usable.get(key) ?? (usable.closed.has(key) ? [] : fieldOf(usable, key)),
  );
  const hidden = definition.fields.flatMap((key) => usable.closed.get(key) ?? []);
  const group = definition.group === null ? null : groupable(usable, definition.group);
  const groupSort = group ? keysOfGroup(group, isDescending(definition, group.key)) : [];
  const chosen = definition.sort.filter(({ field }) => field !== group?.key && !usable.closed.has(field));
  const keys = definition.distinct && !group && chosen.length === 0 ? byFirstColumns(columns) : chosen;
  const sorted = keys.map(({ field, descending }) => ({ field: sortable(usable, field), descending }));
  return {
    usable,
    columns,
    hidden,
    group,
    groupSort,
    definition,
    where: whereOf(usable, definition.filters),
    sort: [
      ...groupSort,
      ...sorted.map(({ field, descending }) => ({
        by: field.order,
        as: field.orderAs,
        descending,
        isNeverNull: false,
      })),
      {
        by: sql`${usable.subject.order}`,
        as: usable.subject.orderAs ?? ('text' as const),
        descending: usable.subject.isDescending ?? false,
        isNeverNull: true,
      },
    ],
    narrowing: [
      ...(group ? [group] : []),
      ...sorted.map(({ field }) => field),
      ...fieldsOfFilters(usable, definition.filters),
    ],
  };
}

const isDescending = ({ sort }: ReportDefinition, key: string) =>
  sort.find(({ field }) => field === key)?.descending ?? false;

/** A heading that the reader may not see is left out like a column. */
const groupable = (usable: Usable, key: string): UsableField | null =>
  usable.closed.has(key) ? null : sortable(usable, key);

function sortable(usable: Usable, key: string): UsableField {
  const field = fieldOf(usable, key);
  if (field.isOnlyShown) throw new ValidationError('sort', `A report can’t be sorted or grouped by ${field.label}.`);
  return field;
}

/** The rows that the reader may see and that meet the filters. */
export function whereOf(usable: Usable, filters: ReportFilters): SQL {
  const { subject, context } = usable;
  const visible = subject.visible(context.actor, context.wanted);
  const seen = visible.length ? sql`(${sql.join(visible, sql` or `)})` : sql`false`;
  if (filters.groups.length === 0) return seen;
  return sql`${seen} and ${conditionOf(usable, filters, todayOf(usable))}`;
}

export const fieldsOfFilters = (usable: Usable, { groups }: ReportFilters): UsableField[] =>
  groups.flatMap(({ rules }) => rules.map(({ field }) => fieldOf(usable, field)));

/** Today by the clock of a row's institution. */
function todayOf({ subject, institutionIds, context }: Pick<Usable, 'subject' | 'institutionIds' | 'context'>): SQL {
  const zones = new Set(institutionIds.map((id) => membershipIn(context.actor, id)!.timeZone));
  return zones.size === 1 ? sql`(select (now() at time zone ${[...zones][0]!})::date)` : todayIn(subject.institutionId);
}

/** The joins that fields need, each once, after those that it needs itself. */
export function joinsFor({ joins, context }: Usable, fields: readonly UsableField[]): SQL {
  const added = new Map<string, SQL>();
  const add = (name: string) => {
    if (added.has(name)) return;
    const join = joins.get(name)!;
    join.after?.forEach(add);
    added.set(name, sqlOf(join, context));
  };
  for (const field of fields) field.joins?.forEach(add);
  return sql.join([...added.values()], sql` `);
}

const sqlOf = (join: ReportJoin, context: ReportContext): SQL =>
  typeof join.sql === 'function' ? join.sql(context) : join.sql;

/** Columns with names of our own: `k0`, `k1`, … */
export const named = (letter: string, expressions: readonly SQLWrapper[]): SQL[] =>
  expressions.map((expression, at) => sql`${expression} as ${sql.raw(`${letter}${at}`)}`);

export const orderOf = (keys: readonly SortKey[], name: (at: number) => SQL): SQL[] =>
  keys.map(({ as, descending, isNeverNull }, at) => {
    const key = as === 'text' && !isNeverNull ? sql`${name(at)} collate "C"` : name(at);
    return sql`${key} ${sql.raw(`${descending ? 'desc' : 'asc'}${isNeverNull ? '' : ' nulls last'}`)}`;
  });

/** Rows that meet the filters. An empty set of filters is met by all. */
function conditionOf(usable: Usable, { joined, groups }: ReportFilters, today: SQL): SQL {
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
      : 'A field of this report no longer exists. Edit the report and remove it.',
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
