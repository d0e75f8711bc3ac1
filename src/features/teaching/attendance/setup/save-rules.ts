import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { changedFields, changesBetween } from '#kernel/edit/changes.ts';
import { mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError } from '#kernel/errors.ts';
import { attendanceRules } from '../attendance.schema.ts';
import { AttendanceRules, rulesInForm } from './rule-fields.ts';

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
