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
