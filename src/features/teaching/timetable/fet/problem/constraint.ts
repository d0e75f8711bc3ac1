import { weekdayName } from '../../timetable.ts';
import type { FetConstraint } from '../format/fet-problem.ts';
import type { Element } from '../format/read-xml.ts';
import { branch, leaf } from '../format/write-xml.ts';
import { hourName } from './names.ts';

export interface Slot {
  weekday: number;
  period: number;
}

export const constraint = (kind: string, weight: number, values: Element[] = []): FetConstraint => ({
  kind,
  weight,
  values,
  isActive: true,
  comments: '',
});

/** Periods in the form that each constraint has for them: 'Break_Time' with 'Day' and 'Hour', and their number. */
export const slotList = (slots: readonly Slot[], name: string, prefix: string, count: string): Element[] => [
  leaf(count, slots.length),
  ...slots.map(({ weekday, period }) =>
    branch(name, [leaf(`${prefix}Day`, weekdayName(weekday)), leaf(`${prefix}Hour`, hourName(period))]),
  ),
];

/** Periods for all lessons of somebody, or of a subject. */
export const preferredSlots = (
  weight: number,
  { teacher = '', students = '', subject = '' }: { teacher?: string; students?: string; subject?: string },
  slots: readonly Slot[],
): FetConstraint =>
  constraint('ConstraintActivitiesPreferredTimeSlots', weight, [
    leaf('Teacher_Name', teacher),
    leaf('Students_Name', students),
    leaf('Subject_Name', subject),
    leaf('Activity_Tag_Name', ''),
    leaf('Duration', ''),
    ...slotList(slots, 'Preferred_Time_Slot', 'Preferred_', 'Number_of_Preferred_Time_Slots'),
  ]);
