/** How long an amount has been overdue, the youngest first. What is due today is not overdue. */
export const ageLabels = {
  notDue: 'Not yet due',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  older: 'Over 90 days',
} as const;

type Age = keyof typeof ageLabels;
export type Ages = Record<Age, number>;
export const ageKeys = Object.keys(ageLabels) as Age[];

export const sumOfAges = (ages: Ages) => ageKeys.reduce((sum, age) => sum + ages[age], 0);
