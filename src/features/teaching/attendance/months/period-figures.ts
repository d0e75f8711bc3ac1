import type { Sex, SexGroup } from './sex-groups.ts';
import { dateText, monthName } from '#ui/format.ts';
import { afternoon, isLesson, morning, type TakingMode } from '../mark-kinds.ts';
import type { RegisterPeriod } from './day-columns.ts';
import { WEEKDAY_NAMES } from '#ui/plain/constants.ts';

/** The summary below a register, of boys, girls and all. */
export interface PeriodFigures {
  sex: Sex | 'all';
  students: number;
  /** Times that somebody was there. */
  attendances: number;
  absences: number;
  late: number;
  /** Attendances over registers, with one decimal; null without registers. */
  average: string | null;
  /** Attendances in a hundred calls. */
  percent: string | null;
}

export function figuresOf(groups: readonly SexGroup[], registers: number): PeriodFigures[] {
  const figures = (sex: PeriodFigures['sex'], rows: SexGroup['rows']): PeriodFigures => {
    const sum = (key: 'called' | 'present' | 'absent' | 'late') => rows.reduce((total, row) => total + row[key], 0);
    const [attendances, called] = [sum('present'), sum('called')];
    return {
      sex,
      students: rows.length,
      attendances,
      absences: sum('absent'),
      late: sum('late'),
      average: registers === 0 ? null : (attendances / registers).toFixed(1),
      percent: percentOf(attendances, called),
    };
  };
  const apart = groups.map(({ sex, rows }) => figures(sex, rows));
  return [
    ...apart,
    figures(
      'all',
      groups.flatMap(({ rows }) => rows),
    ),
  ];
}

/** '97.5'; null for somebody who was never called. Never 100 where a time is missing. */
export function percentOf(attended: number, called: number): string | null {
  if (called === 0) return null;
  return (attended === called ? 100 : Math.min(99.9, Math.round((attended / called) * 1000) / 10)).toFixed(1);
}

export const weekdayOf = (day: string): string => WEEKDAY_NAMES[new Date(day).getUTCDay()]!;

/** 'November 2026', '23 Nov 2026 to 29 Nov 2026' */
export const periodName = ({ kind, from, to }: RegisterPeriod): string =>
  kind === 'month' ? monthName(from) : `${dateText(from)} to ${dateText(to)}`;

/** Schools have boys and girls; colleges write it in the words of the record. */
export const sexNames = (batchTerm: string): Record<PeriodFigures['sex'], string> => ({
  ...(batchTerm === 'Batch' ? { male: 'Male', female: 'Female' } : { male: 'Boys', female: 'Girls' }),
  unknown: 'Gender not recorded',
  all: 'All',
});

/** 'morning'; nothing for the whole day. */
export function sittingText(sitting: number): string {
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
type Sign = readonly [sign: string, words: string];

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
