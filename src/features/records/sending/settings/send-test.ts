import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { email, id, line } from '#kernel/schemas.ts';
import { readPhone } from '#kernel/phone.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { openProvider } from '#kernel/messages/providers/providers.ts';
import type { ProviderChannel, ProviderKind } from '#kernel/messages/providers/provider.ts';
import { saveResults } from '../sender/save-results.ts';
import { decide } from '../sender/decide.ts';
import { keyOf } from '../sender/attempt.ts';
import { unsealSettings } from '../keys.ts';
import { kindNames } from '../sending.ts';
import type { SettingServices } from './save-provider.ts';
import { isProvider, lockProvider } from './switch-provider.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';

export const SendTest = z.object({ institution_id: id, provider_id: id, to: line(200, 'The number or address') });

export interface PreparedTest {
  institutionId: number;
  providerId: number;
  outboxId: number;
  kind: ProviderKind;
  channel: ProviderChannel;
  sealed: Buffer;
  to: string;
  text: string;
}

/** Writes the test into the outbox as being sent, so that it is seen there with its delivery reports. */
export async function prepareTest(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, provider_id: providerId, to: typed }: z.output<typeof SendTest>,
): Promise<PreparedTest> {
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
export async function sendTest(services: SettingServices, test: PreparedTest): Promise<string> {
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
  return `${provider.label} has taken the test to ${test.to}.`;
}
