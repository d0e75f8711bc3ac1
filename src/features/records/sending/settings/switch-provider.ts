import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';
import { channelWords, kindNames } from '../sending.ts';

export const SwitchProvider = z.object({ institution_id: id, provider_id: id, is_on: checkbox });

export const switchProviderChange = changeKind({
  kind: 'sending.switchProvider',
  label: 'Provider of messages',
  payload: z.object({ institutionId: z.number(), providerId: z.number(), isOn: z.boolean() }),
  async act(tx, asker, { institutionId, providerId, isOn }) {
    await writeSwitch(tx, asker, await lockProvider(tx, asker, institutionId, providerId), isOn);
    return { message: isOn ? 'Switched on.' : 'Switched off.' };
  },
});

/**
 * Switches a provider on or off. Switching on, and off where the other one takes over, changes where messages go, so it
 * needs a second person.
 */
export async function switchProvider(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, provider_id: providerId, is_on: isOn }: z.output<typeof SwitchProvider>,
): Promise<Requested | null> {
  const provider = await lockProvider(tx, actor, institutionId, providerId);
  if (provider.isOn === isOn) return null;
  const { kind, channel } = provider;
  // The second provider only gets what the first can’t send, until the first is off.
  const other = isOn || provider.place === 2 ? null : await otherThatIsOn(tx, provider);
  if (!isOn && !other) {
    await writeSwitch(tx, actor, provider, isOn);
    return null;
  }
  const words = channelWords[channel];
  return requestChange(tx, actor, switchProviderChange, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: `provider:${providerId}`,
    summary: other
      ? `switch ${kindNames[kind]} off, so that ${words} goes through ${kindNames[other.kind]} alone`
      : `switch ${kindNames[kind]} on for ${words}`,
    payload: { institutionId, providerId, isOn },
  });
}

type LockedProvider = Awaited<ReturnType<typeof lockProvider>>;

async function otherThatIsOn(tx: Tx, { institutionId, channel, id: providerId }: LockedProvider) {
  const rows = await tx
    .select({ id: messageProviders.id, kind: messageProviders.kind })
    .from(messageProviders)
    .where(
      and(
        eq(messageProviders.institutionId, institutionId),
        eq(messageProviders.channel, channel),
        eq(messageProviders.isOn, true),
      ),
    );
  return rows.find((row) => row.id !== providerId) ?? null;
}

/** Without a provider that is on, what waits for its channel is kept in the product. */
async function writeSwitch(
  tx: Tx,
  actor: Actor,
  { institutionId, id: providerId, kind, channel }: LockedProvider,
  isOn: boolean,
) {
  await tx.update(messageProviders).set({ isOn }).where(isProvider(institutionId, providerId));
  if (!isOn)
    await query(
      tx,
      sql`
      update outbox o set state = 'kept', state_at = now()
      where o.institution_id = ${institutionId} and o.channel = ${channel} and o.state = 'queued' and o.pinned_to is null
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
  if (!row || row.retiredAt) throw new NotFound('provider');
  return row;
}
