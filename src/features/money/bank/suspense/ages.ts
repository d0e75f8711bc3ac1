/** How long money has waited, by its least number of days. */
export const ages = {
  '0': { label: 'Up to 7 days', from: 0, to: 7 },
  '8': { label: '8–30 days', from: 8, to: 30 },
  '31': { label: '31–90 days', from: 31, to: 90 },
  '91': { label: 'Over 90 days', from: 91, to: null },
} as const;
export type Age = keyof typeof ages;
