import { z } from 'zod';
import { fieldKey, ReportFilters } from '../../engine/definition.ts';
import { charts, orders, steps, measureKeys } from './graph-labels.ts';

const keysOf = <Key extends string>(words: Readonly<Record<Key, string>>) => Object.keys(words) as [Key, ...Key[]];

const Group = z.object({
  field: fieldKey,
  /** Of a date; other fields have none. */
  step: z.enum(keysOf(steps), 'Choose days, weeks, months or terms.').nullable().default(null),
});

/** What a graph shows. Its names are looked up in the registry when it is run. */
export const GraphDefinition = z.object({
  subject: fieldKey,
  filters: ReportFilters,
  groups: z.array(Group).min(1, 'Choose a field to group by.').max(2, 'Group by at most two fields.'),
  measure: z.object({
    kind: z.enum(measureKeys, 'Choose a measure.').default('count'),
    /** What is summed up; null for a count of rows. */
    field: fieldKey.nullable().default(null),
  }),
  chart: z.enum(keysOf(charts), 'Choose a chart.').default('bar'),
  order: z.enum(keysOf(orders), 'Choose an order.').default('group'),
});
export type GraphDefinition = z.infer<typeof GraphDefinition>;
