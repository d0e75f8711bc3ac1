import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatTime } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { messageSettings } from '#kernel/messages/messages.schema.ts';
import { amount, emptyIsNull, id } from '#kernel/schemas.ts';

const time = emptyIsNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 21:00.'));

export const SetHours = z.object({ institution_id: id, quiet_from: time, quiet_until: time });

/** When only codes, and what somebody is waiting for, are sent. */
export async function setHours(tx: Tx, actor: Actor, input: z.output<typeof SetHours>): Promise<void> {
  const { institution_id: institutionId, quiet_from: quietFrom, quiet_until: quietUntil } = input;
  allow(actor, 'sending.settings', institutionId);
  if ((quietFrom === null) !== (quietUntil === null))
    throw new ValidationError(quietFrom === null ? 'quiet_from' : 'quiet_until', 'Enter both times, or neither.');
  if (quietFrom !== null && quietFrom === quietUntil)
    throw new ValidationError('quiet_until', 'Enter a time that differs from the first.');
  await save(tx, institutionId, { quietFrom, quietUntil });
  await record(tx, actor, 'sending.hours', {
    institutionId,
    summary: quietFrom
      ? `set quiet hours from ${formatTime(quietFrom)} to ${formatTime(quietUntil!)}`
      : 'removed the quiet hours',
  });
}

export const SetBudget = z.object({
  institution_id: id,
  budget_month: emptyIsNull(amount('The budget', { zero: true })),
  warn_below: emptyIsNull(
    z.coerce
      .number({ error: 'Enter a number such as 2000.' })
      .min(0, 'Enter zero or more.')
      .max(1e9, 'Enter a smaller number.'),
  ),
});

/** What messages may cost in a month, and below which balance holders are warned. */
export async function setBudget(tx: Tx, actor: Actor, input: z.output<typeof SetBudget>): Promise<void> {
  const { institution_id: institutionId, budget_month: budgetMonth, warn_below: warnBelow } = input;
  allow(actor, 'sending.settings', institutionId);
  await save(tx, institutionId, { budgetMonth, warnBelow: warnBelow === null ? null : String(warnBelow) });
  await record(tx, actor, 'sending.budget', { institutionId, summary: 'changed the budget and warning for messages' });
}

const save = (tx: Tx, institutionId: number, set: Partial<typeof messageSettings.$inferInsert>) =>
  tx
    .insert(messageSettings)
    .values({ institutionId, ...set })
    .onConflictDoUpdate({ target: messageSettings.institutionId, set });
