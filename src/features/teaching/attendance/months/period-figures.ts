import type { Sex, SexGroup } from './sex-groups.ts';

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
