/** A fee of the demonstration; amounts in naira. */
export interface FeePlan {
  title: string;
  classes: string[];
  particulars: { name: string; category: string; naira: number; isOptional?: boolean }[];
  instalments: { dueOn: string; percent?: number }[];
}

const term = [{ dueOn: '2026-10-02', percent: 6000 }, { dueOn: '2026-11-06' }];

const tuition: Record<string, number> = {
  'JSS 1': 95_000,
  'JSS 2': 95_000,
  'JSS 3': 105_000,
  'SS 1': 120_000,
  'SS 2': 120_000,
  'SS 3': 135_000,
};

export const schoolFees: FeePlan[] = Object.entries(tuition).map(([name, naira]) => ({
  title: `First Term fees, ${name}`,
  classes: [name],
  particulars: [
    { name: 'Tuition', category: 'Tuition', naira },
    { name: 'Development levy', category: 'Levies', naira: 10_000 },
    { name: 'PTA levy', category: 'Levies', naira: 3_500 },
    { name: 'Examinations', category: 'Examinations', naira: name === 'SS 3' ? 12_500 : 6_000 },
    { name: 'School bus', category: 'Transport', naira: 32_000, isOptional: true },
    { name: 'School lunch', category: 'Boarding', naira: 28_000, isOptional: true },
  ],
  instalments: term,
}));

export const collegeFees: FeePlan[] = ['NDCS', 'NDBA'].flatMap((program) =>
  [1, 2].map((level) => ({
    title: `First Semester fees, ND ${level} ${program === 'NDCS' ? 'Computer Science' : 'Business Administration'}`,
    classes: [`${program} ND ${level}`],
    particulars: [
      { name: 'Tuition', category: 'Tuition', naira: program === 'NDCS' ? 84_000 : 72_000 },
      { name: 'Examinations', category: 'Examinations', naira: 8_500 },
      { name: 'ICT levy', category: 'Levies', naira: program === 'NDCS' ? 12_000 : 6_000 },
      { name: 'Hostel', category: 'Boarding', naira: 45_000, isOptional: true },
    ],
    instalments: [{ dueOn: '2026-10-09', percent: 7000 }, { dueOn: '2026-11-13' }],
  })),
);
