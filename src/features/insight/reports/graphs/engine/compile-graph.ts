import { type SQL, sql } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import { fieldsOfFilters, whereOf, fieldOf } from '../../engine/compile.ts';
import type { ReportFilters } from '../../engine/definition.ts';
import type { Usable, UsableField } from '../../engine/usable-fields.ts';
import type { ReportContents } from '../../run/questions.ts';
import type { GraphDefinition } from './graph-definition.ts';
import { type Chart, type Step, measureLabels, type MeasureKey, isAmount } from './graph-labels.ts';
import { isSummed } from '../../engine/sums.ts';

export interface Dimension {
  field: UsableField;
  /** Of dates only. */
  step: Step | null;
}

/** A graph as parts of a statement, for one reader. */
export interface CompiledGraph {
  usable: Usable;
  dimensions: Dimension[];
  measure: { kind: MeasureKey; field: UsableField | null };
  where: SQL;
  /** The fields that the filters need. */
  narrowing: UsableField[];
  chart: Chart;
}

/** Names of the form's parts, beside which the designer shows what is wrong. */
const groupParts = ['first_group', 'second_group'] as const;

/** Looks every name up. What the reader may not see refuses: without it the graph would be another. */
export function compileGraph(usable: Usable, { groups, measure, chart }: GraphDefinition, filters: ReportFilters) {
  const dimensions = groups.map(({ field, step }, at) => dimensionOf(usable, field, step, groupParts[at]!));
  refuseMisfit(chart, groups, measure.kind);
  return {
    usable,
    dimensions,
    chart,
    measure: measureOf(usable, measure),
    where: whereOf(usable, filters),
    narrowing: fieldsOfFilters(usable, filters),
  };
}

function dimensionOf(usable: Usable, key: string, step: Step | null, part: string): Dimension {
  const field = fieldAt(usable, key, part);
  if (field.isOnlyShown) throw new ValidationError(part, `A graph can’t be grouped by ${field.label}.`);
  return { field, step: field.type === 'day' ? (step ?? 'month') : null };
}

function measureOf(usable: Usable, { kind, field: key }: GraphDefinition['measure']): CompiledGraph['measure'] {
  const { fits } = measures[kind];
  if (!fits) return { kind, field: null };
  if (key === null) throw new ValidationError('measure_field', 'Choose the field to measure.');
  const field = fieldAt(usable, key, 'measure_field');
  if (!fits(field))
    throw new ValidationError(
      'measure_field',
      `${measureLabels[kind].label} of ${field.label} can’t be calculated. Choose another measure.`,
    );
  return { kind, field };
}

function fieldAt(usable: Usable, key: string, part: string): UsableField {
  try {
    return fieldOf(usable, key);
  } catch (error) {
    if (error instanceof ValidationError) throw new ValidationError(part, error.message.replaceAll('report', 'graph'));
    throw error;
  }
}

function refuseMisfit(chart: Chart, groups: GraphDefinition['groups'], kind: MeasureKey): void {
  const [first, second] = groups;
  const refuse = (message: string) => {
    throw new ValidationError('chart', message);
  };
  if (second && first!.field === second.field && first!.step === second.step)
    throw new ValidationError('second_group', 'Group by a field other than the first, or leave this empty.');
  const { label, stacks } = measureLabels[kind];
  if ((chart === 'stacked' || chart === 'pie') && !stacks)
    refuse(`${label} can’t be added up, which this chart does. Choose bars, lines or a table.`);
  if (chart === 'area' && second && !stacks) refuse(`${label} can’t be stacked. Choose lines, or group by one field.`);
  if (chart === 'pie' && second) refuse('A pie shows one group. Remove the second group, or choose stacked bars.');
  if ((chart === 'stacked' || chart === 'heat') && !second)
    refuse('This chart needs a second group. Choose one, or choose bars.');
}

/** What a graph shows and narrows by, for the access log. */
export const shownBy = ({ usable, dimensions, measure, narrowing }: CompiledGraph): ReportContents => ({
  usable,
  narrowing,
  group: null,
  columns: [...dimensions.map(({ field }) => field), ...(measure.field ? [measure.field] : [])],
});

/** What the statement counts and sums of the rows that share a mark. */
export interface Tally {
  /** Rows. */
  rows: number;
  /** Rows with a value in the measured field. */
  filled: number;
  sum: number | null;
  low: number | null;
  high: number | null;
}

interface Measure {
  /** The figure of a mark; `line` are the rows of its whole bar, or of the graph where a mark is a bar. */
  of: (tally: Tally, line: { rows: number }) => number | null;
  /** Its figures add up to those of all rows. */
  hasTotals?: true;
  /** Whether a field can be measured this way. */
  fits?: (field: UsableField) => boolean;
}

/** How to measure rows. Another measure is a line here and its label in `graph-labels.ts`. */
export const measures: Readonly<Record<MeasureKey, Measure>> = {
  count: { of: ({ rows }) => rows, hasTotals: true },
  share: { of: ({ rows }, line) => (line.rows ? round((rows / line.rows) * 100, 1) : null) },
  sum: { of: ({ sum }) => sum, hasTotals: true, fits: isSummed },
  average: { of: ({ sum, filled }) => (sum === null ? null : round(sum / filled, 2)), fits: isAmount },
  minimum: { of: ({ low }) => low, fits: isAmount },
  maximum: { of: ({ high }) => high, fits: isAmount },
};

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** Rows of several marks together. */
export const together = (tallies: readonly Tally[]): Tally => ({
  rows: tallies.reduce((sum, { rows }) => sum + rows, 0),
  filled: tallies.reduce((sum, { filled }) => sum + filled, 0),
  sum: tallies.every(({ sum }) => sum === null) ? null : tallies.reduce((all, { sum }) => all + (sum ?? 0), 0),
  low: least(
    tallies.flatMap(({ low }) => low ?? []),
    Math.min,
  ),
  high: least(
    tallies.flatMap(({ high }) => high ?? []),
    Math.max,
  ),
});

const least = (values: number[], of: (...values: number[]) => number) => (values.length ? of(...values) : null);

/** The key of days in no term. */
export const outsideTerms = 'outside';

/** Its values have codes of their own. */
export const hasCode = ({ type, code, value }: Dimension['field']) => type === 'choice' && code !== value;
/** Values of a choice may be ordered by something else; others are ordered by themselves. */
export const ordersItself = ({ type, hasOwnOrder }: Dimension['field']) => type === 'choice' && hasOwnOrder;

/** What makes values the same: their key `k`, form `v`, code `c` and order `o`, and the days `f` to `t` of a term. */
export function keyOf({ field, step }: Dimension, at: number): SQL {
  const [v, c, o] = ['v', 'c', 'o'].map((letter) => sql.raw(`every.${letter}${at}`)) as [SQL, SQL, SQL];
  const term = (column: string) => sql.raw(`term${at}.${column}`);
  const as = (key: SQL, order: SQL, more: { form?: SQL; code?: SQL; from?: SQL; to?: SQL } = {}) => {
    const { form = key, code = sql`null::text`, from = sql`null::date`, to = sql`null::date` } = more;
    const [k, w, x, y, f, t] = ['k', 'v', 'c', 'o', 'f', 't'].map((letter) => sql.raw(`${letter}${at}`));
    return sql`${key} as ${k}, ${form} as ${w}, ${code} as ${x}, ${order} as ${y}, ${from} as ${f}, ${to} as ${t}`;
  };
  switch (field.type) {
    case 'text':
    case 'photo':
      return as(sql`akada_searchable(${v})`, sql`lower(${v}) collate "C"`, { form: v });
    case 'choice': {
      const order = ordersItself(field)
        ? field.orderAs === 'text'
          ? sql`${o} collate "C"`
          : o
        : sql`lower(${v}) collate "C"`;
      return as(v, order, { code: hasCode(field) ? sql`${c}::text` : v });
    }
    case 'number':
    case 'money':
      return as(sql`trim_scale(${v}::numeric)::text`, sql`${v}::numeric`);
    case 'yesNo':
      return as(sql`coalesce(${v}, false)::text`, sql`(not coalesce(${v}, false))::int`);
    case 'day':
      if (step !== 'term')
        return as(
          sql`date_trunc('${sql.raw(step!)}', ${v})::date::text`,
          sql`date_trunc('${sql.raw(step!)}', ${v})::date`,
        );
      return as(
        sql`case when ${v} is not null then coalesce(${term('id')}::text, '${sql.raw(outsideTerms)}') end`,
        sql`${term('starts_on')}`,
        { form: term('label'), from: term('starts_on'), to: term('ends_on') },
      );
  }
}

/** The term of each day, by the institution's calendar. */
export const termsOf =
  ({ usable }: CompiledGraph) =>
  ({ step }: Dimension, at: number): SQL => {
    if (step !== 'term') return sql``;
    const name = sql.raw(`term${at}`);
    return sql`left join lateral (select t.id, t.starts_on, t.ends_on, t.name || ', ' || y.name as label
      from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = any(${sql.param(usable.institutionIds)}::int[])
        and ${sql.raw(`every.v${at}`)} between t.starts_on and t.ends_on
      order by t.starts_on, t.id limit 1) ${name} on true`;
  };
