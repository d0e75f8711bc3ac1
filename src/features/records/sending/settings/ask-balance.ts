import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Job } from '#kernel/jobs/jobs.ts';
import { query, type Database } from '#kernel/database.ts';
import { forgetRetired } from '#kernel/messages/pin.ts';
import { messageProviders, messageSettings } from '#kernel/messages/messages.schema.ts';
import { NoAnswer } from '#kernel/messages/providers/call.ts';
import { ProviderTrouble, type Balance } from '#kernel/messages/providers/provider.ts';
import { openProvider } from '#kernel/messages/providers/providers.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { unsealSettings } from '../keys.ts';
import { kindNames } from '../sending.ts';
import type { SettingServices } from './save-provider.ts';
import { isProvider } from './switch-provider.ts';

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
  const institutions = await services.database.anonymous((tx) =>
    query<{ id: number }>(tx, sql`select akada_institutions_with_providers() as id`),
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
  if (!provider.balance) return `${provider.label} doesn’t say what is left.`;
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
        body: 'That is below your limit. Top the account up at the provider.',
        href: `/message-providers?institution_id=${institutionId}`,
      });
  });
