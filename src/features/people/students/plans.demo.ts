import type { Mix } from '#features/records/geography/people.demo.ts';

interface Rung {
  class: string;
  program: string;
  /** Full years at the start of the session, by weight. */
  ages: Record<string, number>;
  seats: [arm: string, count: number][];
}

export interface StudentPlan {
  seed: number;
  mix: Mix;
  /** The year in which the current session began, and the day and month of its first lesson. */
  year: number;
  opens: string;
  /** Classes in the order of promotion; graduates finished the last one in the closed session. */
  ladders: { rungs: Rung[]; graduates: number; awaiting?: number }[];
  girls: number;
  towns: Record<string, string[]>;
  streets: string[];
  ownPhones: boolean;
  examNumbers: boolean;
}

const schoolRung = (name: string, age: number, ...counts: number[]): Rung => ({
  class: name,
  program: name.startsWith('JSS') ? 'JSS' : 'SSS',
  ages: { [age - 1]: 12, [age]: 52, [age + 1]: 28, [age + 2]: 8 },
  seats: counts.map((count, at) => ['ABC'[at]!, count]),
});

export const schoolStudents: StudentPlan = {
  seed: 7301,
  mix: { yoruba: 72, igbo: 12, edo: 4, efik: 3, hausa: 4, urhobo: 3, tiv: 2 },
  year: 2026,
  opens: '09-14',
  ladders: [
    {
      rungs: [
        // JSS 1 C is empty, for students of the supplementary list.
        { ...schoolRung('JSS 1', 11, 38, 36, 0), ages: { 10: 34, 11: 50, 12: 16 } },
        schoolRung('JSS 2', 12, 39, 37, 36),
        schoolRung('JSS 3', 13, 37, 36, 36),
        schoolRung('SS 1', 14, 37, 34, 35),
        schoolRung('SS 2', 15, 35, 33, 32),
        schoolRung('SS 3', 16, 34, 31, 33),
      ],
      graduates: 66,
      awaiting: 45,
    },
  ],
  girls: 52,
  towns: {
    Abeokuta: ['Ibara', 'Kuto', 'Onikolobo', 'Asero', 'Obantoko', 'Lafenwa', 'Itoku', 'Oke-Ilewo', 'Adigbe', 'Idi-Aba'],
    Sagamu: ['Makun', 'Ofin'],
  },
  streets: [
    'Quarry Road',
    'Ogunsanya Street',
    'Church Lane',
    'Market Road',
    'Unity Close',
    'Palm Avenue',
    'Station Road',
  ],
  ownPhones: false,
  examNumbers: false,
};

const collegeRung = (program: string, level: string, age: number, a: number, b: number): Rung => ({
  class: `${program} ${level}`,
  program,
  ages: { [age - 1]: 10, [age]: 34, [age + 1]: 28, [age + 2]: 15, [age + 4]: 9, [age + 9]: 4 },
  seats: [
    ['A', a],
    ['B', b],
  ],
});

export const collegeStudents: StudentPlan = {
  seed: 4702,
  mix: { hausa: 28, nupe: 19, igbo: 15, yoruba: 14, tiv: 12, edo: 5, efik: 4, urhobo: 3 },
  year: 2026,
  opens: '09-28',
  ladders: [
    { rungs: [collegeRung('NDCS', 'ND 1', 17, 58, 56), collegeRung('NDCS', 'ND 2', 18, 52, 50)], graduates: 24 },
    { rungs: [collegeRung('NDBA', 'ND 1', 17, 59, 58), collegeRung('NDBA', 'ND 2', 18, 55, 54)], graduates: 22 },
  ],
  girls: 45,
  towns: {
    Suleja: ['Madalla', 'Kwamba', 'Field Base', 'Chaza', 'Gauraka'],
    Zuba: ['Zuba Village', 'Dankogi'],
    Gwagwalada: ['Phase 1', 'Dobi'],
    Kubwa: ['Byazhin', 'Phase 4'],
  },
  streets: ['Minna Road', 'Hospital Road', 'Emir Road', 'Bakassi Street', 'Mission Road', 'Kaduna Road', 'Market Lane'],
  ownPhones: true,
  examNumbers: true,
};
