import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { choice, id } from '#kernel/schemas.ts';
import { takingModes } from '../mark-kinds.ts';
import type { attendanceRules } from '../attendance.schema.ts';

const whole = (from: number, to: number, what: string) =>
  z.coerce
    .number(`${what}: enter a whole number from ${from} to ${to}.`)
    .int(`${what}: enter a whole number.`)
    .min(from, `${what}: at least ${from}.`)
    .max(to, `${what}: at most ${to}.`);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 09:00.');

export const AttendanceRules = edits(
  z.object({
    institution_id: id,
    taken: choice(takingModes),
    morning_deadline: clock,
    afternoon_deadline: clock,
    lesson_minutes: whole(0, 240, 'Minutes after a lesson'),
    alert_pause: whole(0, 240, 'Minutes to correct'),
    warn_below: whole(1, 100, 'The percentage'),
    warn_in_row: whole(2, 30, 'School days absent in a row'),
  }),
);

export type Rules = Omit<typeof attendanceRules.$inferSelect, 'institutionId'>;

/** Of an institution that has changed nothing. */
export const usualRules: Rules = {
  taken: 'twice',
  morningDeadline: '09:00',
  afternoonDeadline: '14:00',
  lessonMinutes: 15,
  alertPause: 15,
  warnBelow: 75,
  warnInRow: 3,
};

/** As the form has them. */
export const rulesInForm = (of: Rules) => ({
  taken: of.taken,
  morning_deadline: of.morningDeadline.slice(0, 5),
  afternoon_deadline: of.afternoonDeadline.slice(0, 5),
  lesson_minutes: of.lessonMinutes,
  alert_pause: of.alertPause,
  warn_below: of.warnBelow,
  warn_in_row: of.warnInRow,
});
