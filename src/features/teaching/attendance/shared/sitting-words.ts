import { dateText } from '#ui/format.ts';
import { sittingName } from '../mark-kinds.ts';

/** 'JSS 1 A, 26 Nov 2026, morning' */
export const registerLabel = (batch: string, course: string | null, onDate: string, sitting: number): string =>
  `${[batch, course].filter(Boolean).join(', ')}, ${dateText(onDate)}, ${sittingName(sitting).toLowerCase()}`;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 'Thursday, 26 Nov 2026' */
export const dayWords = (day: string): string => `${weekdays[new Date(day).getUTCDay()]}, ${dateText(day)}`;
