import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { contactSettings } from '../contact.schema.ts';

const whole = (from: number, to: number, what: string) =>
  z.coerce
    .number(`${what}: enter a whole number from ${from} to ${to}.`)
    .int(`${what}: enter a whole number.`)
    .min(from, `${what}: at least ${from}.`)
    .max(to, `${what}: at most ${to}.`);

export const ContactSettings = edits(
  z.object({
    institution_id: id,
    due_days: whole(1, 30, 'Days before'),
    overdue_days: whole(1, 90, 'Days after'),
    birthday_hour: whole(5, 20, 'The hour'),
    answers_balance: checkbox,
    answers_result: checkbox,
  }),
);

/** When reminders and greetings are sent. */
export async function saveSettings(tx: Tx, actor: Actor, sent: z.output<typeof ContactSettings>): Promise<void> {
  const institutionId = sent.institution_id;
  allow(actor, 'contact.switches', institutionId);
  const current = await lockSettings(tx, institutionId);
  const { input } = await mergeEdit(tx, actor, {
    fields: ContactSettings,
    sent,
    current: settingsShown(current),
    subject: { institutionId, actions: ['contact.settings'] },
  });
  const values = {
    dueDays: input.due_days,
    overdueDays: input.overdue_days,
    birthdayHour: input.birthday_hour,
    answersBalance: input.answers_balance,
    answersResult: input.answers_result,
  };
  const changes = changesBetween(current, values);
  if (Object.keys(changes).length === 0) return;
  await tx.update(contactSettings).set(values).where(eq(contactSettings.institutionId, institutionId));
  await record(tx, actor, 'contact.settings', {
    institutionId,
    summary: 'changed when reminders are sent and which questions are answered',
    details: { changes },
  });
}

/** As the form has them. */
export const settingsShown = (of: Omit<typeof contactSettings.$inferSelect, 'institutionId'>) => ({
  due_days: of.dueDays,
  overdue_days: of.overdueDays,
  birthday_hour: of.birthdayHour,
  answers_balance: of.answersBalance,
  answers_result: of.answersResult,
});

/** The settings, locked; with their usual values at first. */
export async function lockSettings(tx: Tx, institutionId: number) {
  await tx.insert(contactSettings).values({ institutionId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(contactSettings)
    .where(eq(contactSettings.institutionId, institutionId))
    .for('update');
  return row!;
}
