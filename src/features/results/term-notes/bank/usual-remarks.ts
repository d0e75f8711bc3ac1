import type { Writer } from '../notes/note-fields.ts';

export interface BankRemark {
  writer: Writer;
  /** Hundredths of an average, from and below. */
  fromAverage: number;
  toAverage: number;
  remark: string;
}

/** Above every average. */
export const noLimit = 100_01;

const ranges: [from: number, to: number, teacher: string[], principal: string[]][] = [
  [
    7000,
    noLimit,
    [
      'An excellent result. {first_name} works with care and asks good questions.',
      '{first_name} is a joy to teach. Keep it up.',
      'Outstanding work this term. {first_name} should help others to do as well.',
    ],
    ['An excellent result. Keep it up.', 'Outstanding. The school is proud of {first_name}.'],
  ],
  [
    6000,
    7000,
    [
      'A very good result. With more practice {first_name} can be among the best.',
      '{first_name} works steadily and takes part in class. Well done.',
    ],
    ['A very good result. Aim higher.', 'Well done, {first_name}.'],
  ],
  [
    5000,
    6000,
    [
      'A good result. {first_name} should read more at home.',
      '{first_name} has tried and can do better with more attention in class.',
    ],
    ['A good result. There is room to improve.', '{first_name} can do better with more work.'],
  ],
  [
    4000,
    5000,
    [
      'A fair result. {first_name} needs to prepare better for tests.',
      '{first_name} should ask for help early and do every assignment.',
    ],
    ['A fair result. More effort is needed.', '{first_name} must sit up next term.'],
  ],
  [
    0,
    4000,
    [
      '{first_name} found this term hard and needs close support at home and at school.',
      'A weak result. {first_name} should attend extra lessons.',
    ],
    ['A weak result. Please see the class teacher.', 'Not good enough. {first_name} needs urgent help.'],
  ],
];

/** Remarks that a school can begin with. */
export const usualRemarks: BankRemark[] = ranges.flatMap(([fromAverage, toAverage, teacher, principal]) => [
  ...teacher.map((remark) => ({ writer: 'teacher' as const, fromAverage, toAverage, remark })),
  ...principal.map((remark) => ({ writer: 'principal' as const, fromAverage, toAverage, remark })),
]);
