import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { membershipIn } from '#kernel/actor.ts';
import type { ReportContext, ReportJoin } from '#kernel/contracts/report.ts';
import { ValidationError } from '#kernel/errors.ts';
import { conditionOf, fieldOf } from './conditions.ts';
import type { ReportDefinition, ReportFilters } from './definition.ts';
import { byFirstColumns, keysOfGroup, type SortKey } from './sort-keys.ts';
import type { Usable, UsableField } from './usable-fields.ts';

/** A report as parts of a statement, for one reader. */
export interface Compiled {
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
export function compile(usable: Usable, definition: ReportDefinition): Compiled {
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
export function todayOf({
  subject,
  institutionIds,
  context,
}: Pick<Usable, 'subject' | 'institutionIds' | 'context'>): SQL {
  const zones = new Set(institutionIds.map((id) => membershipIn(context.actor, id)!.timeZone));
  return zones.size === 1
    ? sql`(select (now() at time zone ${[...zones][0]!})::date)`
    : sql`(select (now() at time zone i.time_zone)::date from institutions i where i.id = ${subject.institutionId})`;
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
