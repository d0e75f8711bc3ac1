/** How dates are put together. */
export const steps = { day: 'day', week: 'week', month: 'month', term: 'term' } as const;
export type Step = keyof typeof steps;

export const manyOf: Readonly<Record<Step, string>> = { day: 'Days', week: 'Weeks', month: 'Months', term: 'Terms' };

/** What the label of a week begins with, which goes without saying beside an axis. */
export const weekOf = 'Week of ';

export const charts = {
  bar: 'Bars',
  stacked: 'Stacked bars',
  line: 'Lines',
  area: 'Areas',
  pie: 'Pie',
  heat: 'Heat map',
  table: 'Table',
} as const;
export type Chart = keyof typeof charts;

export const orders = { group: 'Usual order', value: 'Largest first' } as const;
export type GraphOrder = keyof typeof orders;

/** Measures as the designer names them, and what charts can do with them. */
export const measureLabels = {
  count: { label: 'Number', needsField: false, stacks: true },
  share: { label: 'Share', needsField: false, stacks: true },
  sum: { label: 'Sum', needsField: true, stacks: true },
  average: { label: 'Average', needsField: true, stacks: false },
  minimum: { label: 'Lowest', needsField: true, stacks: false },
  maximum: { label: 'Highest', needsField: true, stacks: false },
} as const;
export type MeasureKey = keyof typeof measureLabels;
export const measureKeys = Object.keys(measureLabels) as [MeasureKey, ...MeasureKey[]];

/** Whether figures of a field can be added up, averaged and compared: no years, and nothing that is only shown. */
export const isAmount = ({ type, isOnlyShown, isYear }: { type: string; isOnlyShown?: boolean; isYear?: boolean }) =>
  ((type === 'number' && !isYear) || type === 'money') && !isOnlyShown;
