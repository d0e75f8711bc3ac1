import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { NoAnswer } from '#kernel/messages/providers/call.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { ProviderTrouble } from '#kernel/messages/providers/provider.ts';
import { openProvider } from '#kernel/messages/providers/providers.ts';
import { id } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import { unsealSettings } from '#features/records/sending/keys.ts';
import { sendsOwnOnly } from '../messages.policy.ts';

export const AskTemplates = z.object({ institution_id: id });

/** The institution’s provider of WhatsApp, for users who write messages. */
export async function whatsappProvider(db: Db, actor: Actor, institutionId: number) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  if (!can(actor, 'messages.send', institutionId) && !sendsOwnOnly(actor, institutionId)) throw new NotAllowed();
  const { institutionId: at, channel, kind, sealed } = messageProviders;
  const isIt = and(eq(at, institutionId), eq(channel, 'whatsapp'), eq(messageProviders.isOn, true));
  const [found] = await db
    .select({ institutionId: at, channel, kind, sealed })
    .from(messageProviders)
    .where(isIt)
    .orderBy(asc(messageProviders.place))
    .limit(1);
  return found ?? null;
}
type Found = NonNullable<Awaited<ReturnType<typeof whatsappProvider>>>;

/** Asks the provider, outside any transaction; `trouble` says why there is no list. */
export async function approvedTemplates(services: Pick<Services, 'secret' | 'providers'>, found: Found | null) {
  const settings = found && unsealSettings(services.secret, found, found.sealed);
  if (!settings) return { templates: [], trouble: null };
  const provider = await openProvider(found.kind, services.providers);
  try {
    return { templates: (await provider.templates?.(settings)) ?? [], trouble: null };
  } catch (error) {
    if (!(error instanceof ProviderTrouble || error instanceof NoAnswer)) throw error;
    return { templates: [], trouble: error.message };
  } finally {
    provider.close?.();
  }
}
