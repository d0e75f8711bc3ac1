import { and, eq, ne } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { keepForPinned } from '#kernel/messages/pin.ts';
import type { Provider, ProviderKind, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { replaceSecret, secretsOf } from '#kernel/secrets/machine-secrets.ts';
import { machineOf } from '../hooks/machine-of.ts';
import { sealSettings } from '../keys.ts';
import { shownOf } from './filled-settings.ts';

interface Change {
  institutionId: number;
  kind: ProviderKind;
  place: 1 | 2;
  perSecond: number;
  settings: ProviderSettings;
}

/** The provider in the place of a channel, if there is one, locked. */
export async function lockPlace(
  tx: Tx,
  { institutionId, kind, place }: Pick<Change, 'institutionId' | 'kind' | 'place'>,
) {
  const { channel, label } = providerKinds[kind];
  const ofChannel = and(eq(messageProviders.institutionId, institutionId), eq(messageProviders.channel, channel));
  const [before] = await tx
    .select()
    .from(messageProviders)
    .where(and(ofChannel, eq(messageProviders.place, place)))
    .for('no key update');
  const [twin] = await tx
    .select({ id: messageProviders.id })
    .from(messageProviders)
    .where(and(ofChannel, eq(messageProviders.kind, kind), ne(messageProviders.place, place)));
  if (twin)
    throw new ValidationError('kind', `${label} is already set up in the other place. Choose another provider.`);
  return before;
}

/** Writes settings that two people have agreed on. */
export async function writeProvider(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institutionId, kind, place, perSecond, settings }: Change,
) {
  allow(actor, 'sending.settings', institutionId);
  const { channel, label } = providerKinds[kind];
  const before = await lockPlace(tx, { institutionId, kind, place });
  const provider = await openProvider(kind);
  const saved = {
    kind,
    sealed: sealSettings(secret, { institutionId, channel, kind }, settings),
    shown: shownOf(provider, settings),
    perSecond,
    savedAt: new Date(),
    accountId: actor.accountId,
    testedAt: null,
    ...(before?.kind !== kind && {
      balance: null,
      balanceUnit: null,
      balanceAt: null,
      balanceTrouble: null,
      warnedAt: null,
    }),
  };
  if (before) {
    await keepForPinned(tx, institutionId, before.id);
    await tx.update(messageProviders).set(saved).where(isAt(institutionId, before.id));
  } else await tx.insert(messageProviders).values(Object.assign(saved, { institutionId, channel, place }));
  await setHookSecret(tx, secret, institutionId, provider, settings);
  await record(tx, actor, 'sending.saveProvider', {
    institutionId,
    summary: `saved the settings of ${label}, at most ${perSecond} a second`,
  });
}

export const isAt = (institutionId: number, providerId: number) =>
  and(eq(messageProviders.institutionId, institutionId), eq(messageProviders.id, providerId));

/** What the provider signs its webhooks with. A secret of ours in their address is created by an owner. */
async function setHookSecret(
  tx: Tx,
  secret: Buffer,
  institutionId: number,
  provider: Provider,
  settings: ProviderSettings,
) {
  const of = { institutionId, machine: machineOf(provider.kind) };
  const signsWith = provider.hook.secret && settings[provider.hook.secret];
  if (signsWith) {
    const [now] = await secretsOf(tx, secret, of);
    if (signsWith !== now) await replaceSecret(tx, secret, of, signsWith);
  }
}
