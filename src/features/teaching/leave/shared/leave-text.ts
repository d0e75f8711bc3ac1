import { dateText } from '#ui/format.ts';
import { leaveHalves, type LeaveHalf } from '../leave-kinds.ts';

/** '1 day', '2.5 days'. */
export const dayCountText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** '3 days left', 'none left', '2 days too many' where days were taken away after they had been used. */
export const daysLeftText = (left: number): string =>
  left > 0 ? `${dayCountText(left)} left` : left === 0 ? 'none left' : `${dayCountText(-left)} too many`;

/** '3 Dec 2026', '3 Dec 2026, morning', '3 Dec 2026 to 5 Dec 2026'. */
export const leaveDates = ({ startsOn, endsOn, half }: { startsOn: string; endsOn: string; half: LeaveHalf | null }) =>
  startsOn === endsOn
    ? `${dateText(startsOn)}${half ? `, ${leaveHalves[half].toLowerCase()}` : ''}`
    : `${dateText(startsOn)} to ${dateText(endsOn)}`;
