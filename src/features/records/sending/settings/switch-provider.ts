import { and, eq, sql, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import { query, type Tx, type Database, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { messageProviders, messageSettings } from '#kernel/messages/messages.schema.ts';
import { checkbox, id, email, line } from '#kernel/schemas.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange } from '#features/records/approvals/request-change.ts';
import { channelLabels, kindNames } from '../sending.ts';
import { readPhone } from '#kernel/phone.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { openProvider } from '#kernel/messages/providers/providers.ts';
import { ProviderTrouble, type Balance } from '#kernel/messages/providers/provider.ts';
import { saveResults, decide } from '../sender/save-results.ts';
import { keyOf } from '../sender/attempt.ts';
import { unsealSettings } from '../keys.ts';
import type { SettingServices } from './save-provider.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { forgetRetired } from '#kernel/messages/pin.ts';
import { NoAnswer } from '#kernel/messages/providers/call.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

export const SwitchProvider = z.object({ institution_id: id, provider_id: id, is_on: checkbox });

export const switchProviderChange = changeKind({
  kind: 'sending.switchProvider',
  label: 'Message provider',
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
  const words = channelLabels[channel];
  return requestChange(tx, actor, switchProviderChange, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: `provider:${providerId}`,
    summary: other
      ? `switch ${kindNames[kind]} off, so that ${words} goes through ${kindNames[other.kind]} only`
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

const isProvider = (institutionId: number, providerId: number) => hasKey(messageProviders, institutionId, providerId);

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

export const SendTest = z.object({ institution_id: id, provider_id: id, to: line(200, 'The number or address') });

/** Writes the test into the outbox as being sent, so that it is seen there with its delivery reports. */
export async function prepareTest(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, provider_id: providerId, to: typed }: z.output<typeof SendTest>,
) {
  const { kind, channel, sealed } = await lockProvider(tx, actor, institutionId, providerId);
  const { name, countryId } = membershipIn(actor, institutionId)!;
  const to = channel === 'email' ? email.safeParse(typed).data : readPhone(typed, countryId);
  if (!to)
    throw new ValidationError('to', channel === 'email' ? 'Enter your e-mail address.' : 'Enter your phone number.');
  const text = `This is a test from ${name}.`;
  const [outboxId] = await queueMessages(tx, institutionId, [
    { channel, recipient: to, subject: 'Test', body: text, event: 'sending.test', accountId: actor.accountId },
  ]);
  const taken = await query(
    tx,
    sql`
    update outbox set state = 'sending', provider_id = ${providerId}, leased_until = now() + interval '90 seconds'
    where institution_id = ${institutionId} and id = ${outboxId} and state in ('queued', 'kept') returning id`,
  );
  if (taken.length === 0) throw new ValidationError('to', 'This number or address is blocked. Use another one.');
  await record(tx, actor, 'sending.test', { institutionId, summary: `sent a test through ${kindNames[kind]}` });
  return { institutionId, providerId, outboxId: outboxId!, kind, channel, sealed, to, text };
}

/** Hands the test to the provider, once, and says what it answered. */
export async function sendTest(
  services: SettingServices,
  test: Awaited<ReturnType<typeof prepareTest>>,
): Promise<string> {
  const { institutionId, outboxId, providerId, kind, channel } = test;
  const settings = unsealSettings(services.secret, test, test.sealed);
  if (!settings) throw new ValidationError('to', 'Save the settings again: the installation’s key has changed.');
  const provider = await openProvider(kind, services.providers);
  const outcome = await provider
    .send({ settings, key: keyOf(institutionId, outboxId), to: test.to, subject: 'Test', text: test.text })
    .finally(() => provider.close?.());
  const attempted = {
    id: outboxId,
    attempts: 99,
    place: 1 as const,
    isIdempotent: provider.isIdempotent(settings),
    hasSecond: false,
  };
  // Somebody waits for the answer, so there is no second attempt.
  await saveResults(
    services.database,
    { institutionId, channel },
    [{ ...decide(attempted, outcome), attempts: 1 }],
    [],
  );
  if (outcome.is !== 'accepted') throw new ValidationError('to', outcome.why);
  await services.database.asSystem([institutionId], (tx) =>
    tx.update(messageProviders).set({ testedAt: new Date() }).where(isProvider(institutionId, providerId)),
  );
  return `${provider.label} has accepted the test to ${test.to}.`;
}

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'sending.balances': true;
  }
}

/** Asks every provider that is on for its balance. */
export const askBalancesHourly: Job<SettingServices> = {
  queue: 'sending.balances',
  cron: '13 * * * *',
  work: (services, _data, signal) => askBalances(services, signal),
};

export async function askBalances(services: SettingServices, signal?: AbortSignal): Promise<void> {
  const institutions = await services.database.anonymous(
    (tx) => query<{ id: number }>(tx)`select akada_institutions_with_providers() as id`,
  );
  for (const { id } of institutions) {
    signal?.throwIfAborted();
    await forgetWindows(services.database, id);
    await services.database.asSystem([id], (tx) => forgetRetired(tx, id));
    const own = await services.database.readAsSystem([id], (db) =>
      db
        .select({ id: messageProviders.id })
        .from(messageProviders)
        .where(and(eq(messageProviders.institutionId, id), eq(messageProviders.isOn, true))),
    );
    for (const provider of own) await askBalance(services, id, provider.id);
  }
}

/** Windows of WhatsApp that are over are numbers that nobody needs any more. */
const forgetWindows = (database: Database, institutionId: number) =>
  database.asSystem([institutionId], (tx) =>
    query(tx, sql`delete from whatsapp_windows where institution_id = ${institutionId} and open_until < now()`),
  );

/** Asks one provider and saves what it said; returns why there is no answer, or null. */
export async function askBalance(
  services: SettingServices,
  institutionId: number,
  providerId: number,
): Promise<string | null> {
  const { database, secret } = services;
  const [row] = await database.readAsSystem([institutionId], (db) =>
    db.select().from(messageProviders).where(isProvider(institutionId, providerId)),
  );
  const settings = row && unsealSettings(secret, row, row.sealed);
  if (!settings) return null;
  const provider = await openProvider(row.kind, services.providers);
  if (!provider.balance) return `${provider.label} doesn’t report a balance.`;
  try {
    await saveBalance(database, institutionId, providerId, await provider.balance(settings));
    return null;
  } catch (error) {
    if (!(error instanceof ProviderTrouble || error instanceof NoAnswer)) throw error;
    await database.asSystem([institutionId], (tx) =>
      tx
        .update(messageProviders)
        .set({ balanceTrouble: error.message.slice(0, 300) })
        .where(isProvider(institutionId, providerId)),
    );
    return error.message;
  }
}

/** Warns once when it falls below the limit, and again after there was enough. */
const saveBalance = (database: Database, institutionId: number, providerId: number, { amount, unit }: Balance) =>
  database.asSystem([institutionId], async (tx) => {
    const [row] = await tx
      .select()
      .from(messageProviders)
      .where(isProvider(institutionId, providerId))
      .for('no key update');
    const [limit] = await tx
      .select({ warnBelow: messageSettings.warnBelow })
      .from(messageSettings)
      .where(and(eq(messageSettings.institutionId, institutionId), isNotNull(messageSettings.warnBelow)));
    if (!row) return;
    const isLow = limit !== undefined && Number(amount) < Number(limit.warnBelow);
    const warnedAt = isLow ? (row.warnedAt ?? new Date()) : null;
    await tx
      .update(messageProviders)
      .set({ balance: amount, balanceUnit: unit.slice(0, 10), balanceAt: new Date(), balanceTrouble: null, warnedAt })
      .where(isProvider(institutionId, providerId));
    if (isLow && !row.warnedAt)
      await notify(tx, {
        institutionId,
        to: holdersOf(institutionId, 'sending.settings'),
        kind: 'sending.low',
        title: `${kindNames[row.kind]}: ${amount} ${unit} left for messages`,
        body: 'That’s below your limit. Top up the account at the provider.',
        href: `/message-providers?institution_id=${institutionId}`,
      });
  });
