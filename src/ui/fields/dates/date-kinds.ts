import { DATE_FIELD_FORMAT, DATE_PICKER_FORMAT, DATE_TIME_FORMAT, YEAR_FIELD_FORMAT } from '../../plain/constants.ts';
import { two, inNotation, readDay, missingDay, readYear, dayPart, readMoment, inDashes } from './notation.ts';

/** How each kind of date field formats, parses and explains its value. */
export const dateKinds = {
  date: {
    notation: DATE_FIELD_FORMAT,
    placeholder: DATE_FIELD_FORMAT,
    read: (text: string) => readDay(inDashes(text)),
    refusal: 'Enter the date as 2013-02-14: year, month, day.',
  },
  picker: {
    notation: DATE_PICKER_FORMAT,
    placeholder: DATE_PICKER_FORMAT,
    read: readDay,
    refusal: 'Enter the date as 14/02/2013: day, month, year.',
  },
  year: {
    notation: YEAR_FIELD_FORMAT,
    placeholder: YEAR_FIELD_FORMAT,
    read: readYear,
    refusal: 'Enter the year with four digits, for example 2013.',
  },
  moment: {
    notation: DATE_TIME_FORMAT,
    placeholder: '14 February 2013 - 10:00 AM',
    read: readMoment,
    refusal: 'Enter the date and time as 14 February 2013 - 10:00 AM.',
  },
} as const;

export type DateKind = keyof typeof dateKinds;

export interface DateLimits {
  min?: string;
  max?: string;
  /** Minutes between selectable times. */
  step?: number;
}

export interface CalendarProps extends DateLimits {
  value: string;
  range?: { from: string; to: string };
  /** Can be cleared, which picks ''. */
  optional?: boolean;
  onPick: (value: string) => void;
}

/** The error of a typed text, or ''. */
export function dateTrouble(kind: DateKind, text: string, { min, max, step }: DateLimits): string {
  const { read, notation, refusal } = dateKinds[kind];
  if (text.trim() === '') return '';
  const value = read(text);
  if (!value) return missingDay(kind === 'moment' ? dayPart(text) : inDashes(text)) || refusal;
  if (min && value < min) return `Choose ${inNotation(min, notation)} or later.`;
  if (max && value > max) return `Choose ${inNotation(max, notation)} or earlier.`;
  if (step && Number(value.slice(14)) % step > 0)
    return `Choose a time in steps of ${step} minutes, such as ${inNotation(`${value.slice(0, 14)}${two(step)}`, 'HH:ii P')}.`;
  return '';
}
