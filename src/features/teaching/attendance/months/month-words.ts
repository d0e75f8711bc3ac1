import { dateText } from '#ui/format.ts';
import { afternoon, isLesson, morning, type TakingMode } from '../mark-kinds.ts';
import type { PeriodFigures } from './period-figures.ts';
import type { RegisterPeriod } from './register-period.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const weekdayOf = (day: string): string => weekdays[new Date(day).getUTCDay()]!;

/** 'November 2026', '23 Nov 2026 to 29 Nov 2026' */
export const periodName = ({ kind, from, to }: RegisterPeriod): string =>
  kind === 'month'
    ? `${months[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`
    : `${dateText(from)} to ${dateText(to)}`;

/** Schools have boys and girls; colleges write it in the words of the record. */
export const sexNames = (batchWord: string): Record<PeriodFigures['sex'], string> => ({
  ...(batchWord === 'Batch' ? { male: 'Male', female: 'Female' } : { male: 'Boys', female: 'Girls' }),
  unknown: 'Gender not recorded',
  all: 'All',
});

/** 'morning'; nothing for the whole day. */
export function sittingWords(sitting: number): string {
  if (isLesson(sitting)) return `period ${sitting - 10}`;
  if (sitting === morning) return 'morning';
  return sitting === afternoon ? 'afternoon' : '';
}

const reasons: readonly Sign[] = [
  ['A', 'absent'],
  ['L', 'late'],
  ['S', 'sick'],
  ['E', 'excused'],
  ['U', 'suspended'],
  ['T', 'excursion'],
];
export type Sign = readonly [sign: string, words: string];

/** What the signs mean. */
export const signsFor = (taken: TakingMode): readonly Sign[] =>
  taken === 'twice'
    ? [
        ['/', 'present in the morning'],
        ['\\', 'present in the afternoon'],
        ['X', 'present all day'],
        ...reasons,
        ['·', 'no register, or not marked'],
      ]
    : [['/', 'present'], ...reasons];
