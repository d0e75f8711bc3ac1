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
