import { formatTime } from '#kernel/dates.ts';
import { dateText } from '#ui/format.ts';
import { isAttended, markKinds, sittingName } from '../mark-kinds.ts';
import { weekdayOf } from '../months/month-words.ts';
import type { AttendanceDay, AwayMark } from './student-attendance.queries.ts';

export type DayState = 'present' | 'late' | 'partly' | 'away' | 'absent';

/** The least good of a day: absent without a reason, away with one, part of the day, late. */
export function dayState({ called, marks }: AttendanceDay): DayState {
  const away = marks.filter(({ kind }) => !isAttended(kind));
  if (away.length > 0 && away.length < called) return 'partly';
  if (away.some(({ kind }) => kind === 'absent')) return 'absent';
  if (away.length > 0) return 'away';
  return marks.some(({ kind }) => kind === 'late') ? 'late' : 'present';
}

export const stateWords: Record<DayState, string> = {
  present: 'Present',
  late: 'Late',
  partly: 'Absent for a part',
  away: 'Sick, excused or suspended',
  absent: 'Absent',
};

/** A colour is never alone. */
export const stateLetter = (day: AttendanceDay): string => {
  const [first] = day.marks.filter(({ kind }) => !isAttended(kind));
  return (first ?? day.marks.find(({ kind }) => kind === 'late'))
    ? markKinds[(first ?? day.marks[0]!).kind].letter
    : '';
};

/** 'Morning: late, 10 min; bus broke down' */
export function awayWords({ sitting, kind, label, minutes, leftAt, remark, course }: AwayMark): string {
  const what = [label ?? markKinds[kind].label, minutes !== null && `${minutes} min`].filter(Boolean).join(', ');
  const words = [what, leftAt && `left ${formatTime(leftAt)}`, remark].filter(Boolean).join('; ');
  return `${course ?? sittingName(sitting)}: ${words}`;
}

/** 'Thursday, 26 Nov 2026. Morning: absent' */
export const dayLabel = (day: AttendanceDay): string =>
  `${weekdayOf(day.onDate)}, ${dateText(day.onDate)}. ${day.marks.length > 0 ? day.marks.map(awayWords).join('. ') : 'Present'}`;
