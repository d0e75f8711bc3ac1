import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import type { Provider, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { choice, id } from '#kernel/schemas.ts';
import { replaceSecret, secretsOf } from '#kernel/secrets/machine-secrets.ts';
import type { Services } from '#web/routes.ts';
import { machineOf } from '../hooks/machine-of.ts';
import { sealSettings, unsealSettings } from '../keys.ts';
import { kindNames, placeWords } from '../sending.ts';

export type SettingServices = Pick<Services, 'database' | 'secret' | 'providers'>;

/** The other fields are those of the provider. */
export const SaveProvider = z
  .object({
    institution_id: id,
    kind: choice(kindNames),
    place: choice(placeWords),
    per_second: z.coerce
      .number({ error: 'Enter a number from 1 to 500.' })
      .int('Enter a number from 1 to 500.')
      .min(1, 'Enter a number from 1 to 500.')
      .max(500, 'Enter a number from 1 to 500.'),
  })
  .catchall(z.string().max(5000).nullish());

/** Saves a provider as the first or second of its channel. Secrets that are left empty stay as they are. */
export async function saveProvider(
  tx: Tx,
  actor: Actor,
  services: SettingServices,
  {
    institution_id: institutionId,
    kind,
    place: placeName,
    per_second: perSecond,
    ...given
  }: z.output<typeof SaveProvider>,
): Promise<void> {
  allow(actor, 'sending.settings', institutionId);
  const place = placeName === '1' ? 1 : 2;
  const { channel } = providerKinds[kind];
  const isHere = and(
    eq(messageProviders.institutionId, institutionId),
    eq(messageProviders.channel, channel),
    eq(messageProviders.place, place),
  );
  const [before] = await tx.select().from(messageProviders).where(isHere).for('no key update');
  const [twin] = await tx
    .select({ id: messageProviders.id })
    .from(messageProviders)
    .where(
      and(
        eq(messageProviders.institutionId, institutionId),
        eq(messageProviders.kind, kind),
        ne(messageProviders.place, place),
      ),
    );
  const { label } = providerKinds[kind];
  if (twin) throw new Refused('kind', `${label} is already set up in the other place. Choose another provider.`);
  const of = { institutionId, channel, kind };
  const provider = await openProvider(kind, services.providers);
  const stored = before?.kind === kind ? unsealSettings(services.secret, of, before.sealed) : null;
  const settings = settingsFrom(provider, given, stored);
  const [wrong, ...more] = Object.entries(provider.problems(settings));
  if (wrong) throw new Refused(...wrong, Object.fromEntries(more));
  const saved = {
    ...{ kind, sealed: sealSettings(services.secret, of, settings), shown: shownOf(provider, settings), perSecond },
    ...{ savedAt: new Date(), accountId: actor.accountId, testedAt: null },
    ...(before?.kind !== kind && {
      balance: null,
      balanceUnit: null,
      balanceAt: null,
      balanceTrouble: null,
      warnedAt: null,
    }),
  };
  if (before) await tx.update(messageProviders).set(saved).where(isHere);
  else await tx.insert(messageProviders).values({ institutionId, channel, place, ...saved });
  await setHookSecret(tx, services.secret, institutionId, provider, settings);
  await record(tx, actor, 'sending.saveProvider', {
    institutionId,
    summary: `saved the settings of ${label}, at most ${perSecond} a second`,
  });
}

function settingsFrom(
  provider: Provider,
  given: Record<string, unknown>,
  stored: ProviderSettings | null,
): ProviderSettings {
  return Object.fromEntries(
    provider.fields.flatMap(({ name, isSecret, isLong }) => {
      const typed = typeof given[name] === 'string' ? given[name] : '';
      const value = isLong ? typed.replaceAll('\r\n', '\n').trim() : typed.trim();
      const kept = value || (isSecret ? stored?.[name] : undefined);
      return kept ? [[name, kept]] : [];
    }),
  );
}

const shownOf = (provider: Provider, settings: ProviderSettings): Record<string, string> =>
  Object.fromEntries(
    provider.fields.flatMap(({ name, isSecret }) => (!isSecret && settings[name] ? [[name, settings[name]]] : [])),
  );

/** What the provider signs its webhooks with, or a secret of ours in their address, which stays. */
async function setHookSecret(
  tx: Tx,
  secret: Buffer,
  institutionId: number,
  provider: Provider,
  settings: ProviderSettings,
) {
  const of = { institutionId, machine: machineOf(provider.kind) };
  const signsWith = provider.hook.secret && settings[provider.hook.secret];
  const [now] = await secretsOf(tx, secret, of);
  if (signsWith) {
    if (signsWith !== now) await replaceSecret(tx, secret, of, signsWith);
  } else if (!now) await replaceSecret(tx, secret, of);
}
