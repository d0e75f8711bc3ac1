import type { SQL } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import { fieldsOfFilters, whereOf } from '../../engine/compile.ts';
import { fieldOf } from '../../engine/conditions.ts';
import type { ReportFilters } from '../../engine/definition.ts';
import type { Usable, UsableField } from '../../engine/usable-fields.ts';
import type { Shown } from '../../run/restricted-groups.ts';
import type { GraphDefinition } from './graph-definition.ts';
import type { Chart, Step } from './graph-words.ts';
import { measureWords, type MeasureKey } from './measure-words.ts';
import { measures } from './measures.ts';

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
export const groupParts = ['first_group', 'second_group'] as const;

/** Looks every name up. What the reader may not see refuses: without it the graph would be another. */
export function compileGraph(
  usable: Usable,
  { groups, measure, chart }: GraphDefinition,
  filters: ReportFilters,
): CompiledGraph {
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
      `${measureWords[kind].label} of ${field.label} means nothing. Choose another.`,
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
    throw new ValidationError('second_group', 'Group by another field than the first, or leave this empty.');
  const { label, stacks } = measureWords[kind];
  if ((chart === 'stacked' || chart === 'pie') && !stacks)
    refuse(`${label} can’t be added up, which this chart does. Choose bars, lines or a table.`);
  if (chart === 'area' && second && !stacks) refuse(`${label} can’t be stacked. Choose lines, or group by one field.`);
  if (chart === 'pie' && second) refuse('A pie shows one group. Remove the second group, or choose stacked bars.');
  if ((chart === 'stacked' || chart === 'heat') && !second)
    refuse('This chart needs a second group. Choose one, or choose bars.');
}

/** What a graph shows and narrows by, for the access log. */
export const shownBy = ({ usable, dimensions, measure, narrowing }: CompiledGraph): Shown => ({
  usable,
  narrowing,
  group: null,
  columns: [...dimensions.map(({ field }) => field), ...(measure.field ? [measure.field] : [])],
});
