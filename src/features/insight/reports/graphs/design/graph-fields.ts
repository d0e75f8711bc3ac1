import { z } from 'zod';
import { choice, emptyIsNull } from '#kernel/schemas.ts';
import { ValidationError } from '#kernel/errors.ts';
import { asJson, atFormFields } from '../../design/design-fields.ts';
import { ReportFilters } from '../../engine/definition.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import { charts, orders, steps } from '../engine/graph-words.ts';
import { measureWords, type MeasureKey } from '../engine/measure-words.ts';

const name = z.string().max(60);
const labels = Object.fromEntries(Object.entries(measureWords).map(([key, { label }]) => [key, label])) as Record<
  MeasureKey,
  string
>;

/** What the designer of graphs sends. */
export const GraphFields = z.object({
  subject: name,
  filters: asJson(ReportFilters).default('{"joined":"and","groups":[]}'),
  first_group: z.string('Choose a field to group by.').max(60),
  first_step: emptyIsNull(choice(steps)),
  second_group: emptyIsNull(name),
  second_step: emptyIsNull(choice(steps)),
  measure: choice(labels),
  measure_field: emptyIsNull(name),
  chart: choice(charts),
  order_by: choice(orders),
});
export type GraphFields = z.infer<typeof GraphFields>;

/** Parts that only make sense together in a conflict: a group of students means nothing in a graph of payments. */
export const graphParts = [
  'subject',
  'filters',
  'first_group',
  'first_step',
  'second_group',
  'second_step',
  'measure',
  'measure_field',
  'chart',
];

const nameOfPart: Record<string, string> = { fields: 'filters', groups: 'first_group', order: 'order_by' };

/** The graph of a form. Its names are looked up by `checkGraph`. */
export function graphOf(form: GraphFields): GraphDefinition {
  if (form.first_group === '') throw new ValidationError('first_group', 'Choose a field to group by.');
  const groups = [
    { field: form.first_group, step: form.first_step },
    ...(form.second_group === null ? [] : [{ field: form.second_group, step: form.second_step }]),
  ];
  const parsed = GraphDefinition.safeParse({
    subject: form.subject,
    filters: JSON.parse(form.filters) as unknown,
    groups,
    measure: { kind: form.measure, field: measureWords[form.measure].needsField ? form.measure_field : null },
    chart: form.chart,
    order: form.order_by,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [part, at] = issue!.path.map(String) as [string, string?];
  throw new ValidationError(
    part === 'groups' && at === '1' ? 'second_group' : (nameOfPart[part] ?? part),
    issue!.message,
  );
}

/** The form of a graph. */
export const graphForm = ({ subject, filters, groups, measure, chart, order }: GraphDefinition): GraphFields => ({
  subject,
  filters: JSON.stringify(filters),
  chart,
  order_by: order,
  first_group: groups[0]!.field,
  first_step: groups[0]!.step,
  second_group: groups[1]?.field ?? null,
  second_step: groups[1]?.step ?? null,
  measure: measure.kind,
  measure_field: measure.field,
});

/** Refusals of the engine beside the fields of the form. */
export const atGraphFields = <T>(work: () => Promise<T> | T): Promise<T> => atFormFields(work, nameOfPart);
