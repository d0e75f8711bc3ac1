import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { changedFields, changesBetween } from '#kernel/edit/changes.ts';
import { mergeEdit, edits } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { attendanceRules } from '../attendance.schema.ts';
import { choice, id, whole } from '#kernel/schemas.ts';
import { takingModes } from '../mark-kinds.ts';

/** Sets how registers are taken from now on. Registers that were taken stay as they are. */
export async function saveRules(tx: Tx, actor: Actor, sent: z.output<typeof AttendanceRules>): Promise<void> {
  const institutionId = sent.institution_id;
  allow(actor, 'attendance.edit', institutionId);
  const current = await lockRules(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: AttendanceRules,
    sent,
    current: rulesInForm(current),
    subject: { institutionId, actions: ['attendance.editRules'] },
  });
  if (input.taken === 'twice' && input.afternoon_deadline <= input.morning_deadline)
    throw new ValidationError('afternoon_deadline', 'The afternoon’s deadline is after the morning’s.');
  const values = {
    taken: input.taken,
    morningDeadline: input.morning_deadline,
    afternoonDeadline: input.afternoon_deadline,
    lessonMinutes: input.lesson_minutes,
    alertPause: input.alert_pause,
    warnBelow: input.warn_below,
    warnInRow: input.warn_in_row,
  };
  const changes = changesBetween(
    {
      ...current,
      morningDeadline: current.morningDeadline.slice(0, 5),
      afternoonDeadline: current.afternoonDeadline.slice(0, 5),
    },
    values,
  );
  if (Object.keys(changes).length === 0) return;
  await tx.update(attendanceRules).set(values).where(eq(attendanceRules.institutionId, institutionId));
  await record(tx, actor, 'attendance.editRules', {
    institutionId,
    summary: `changed ${changedFields(changes)} of attendance`,
    details: { changes },
  });
}

/** The rules, locked; with their usual values at first. */
async function lockRules(tx: Tx, institutionId: number) {
  await tx.insert(attendanceRules).values({ institutionId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(attendanceRules)
    .where(eq(attendanceRules.institutionId, institutionId))
    .for('update');
  return row!;
}

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

type Rules = Omit<typeof attendanceRules.$inferSelect, 'institutionId'>;

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
