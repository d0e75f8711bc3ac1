import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { sql } from 'drizzle-orm';
import { checkbox, id } from '#kernel/schemas.ts';
import { kindNames } from '../sending.ts';

export const SwitchProvider = z.object({ institution_id: id, provider_id: id, is_on: checkbox });

/** Switches a provider on or off. Without one that is on, what waits for its channel is kept in the product. */
export async function switchProvider(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, provider_id: providerId, is_on: isOn }: z.output<typeof SwitchProvider>,
): Promise<void> {
  const { kind, channel } = await lockProvider(tx, actor, institutionId, providerId);
  await tx.update(messageProviders).set({ isOn }).where(isProvider(institutionId, providerId));
  if (!isOn)
    await rowsOf(
      tx,
      sql`
      update outbox o set state = 'kept', state_at = now()
      where o.institution_id = ${institutionId} and o.channel = ${channel} and o.state = 'queued'
        and not exists (select from message_providers p
          where p.institution_id = ${institutionId} and p.channel = ${channel} and p.is_on)`,
    );
  await record(tx, actor, 'sending.switchProvider', {
    institutionId,
    summary: `switched ${kindNames[kind]} ${isOn ? 'on' : 'off'}`,
  });
}

export const isProvider = (institutionId: number, providerId: number) =>
  and(eq(messageProviders.institutionId, institutionId), eq(messageProviders.id, providerId));

/** A provider of the institution, locked for its settings. */
export async function lockProvider(tx: Tx, actor: Actor, institutionId: number, providerId: number) {
  allow(actor, 'sending.settings', institutionId);
  const [row] = await tx
    .select()
    .from(messageProviders)
    .where(isProvider(institutionId, providerId))
    .for('no key update');
  if (!row) throw new NotFound('provider');
  return row;
}
