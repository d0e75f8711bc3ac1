import { isDeepStrictEqual } from 'node:util';
import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import { keepForPinned } from '#kernel/messages/pin.ts';
import type { Provider, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { choice, id } from '#kernel/schemas.ts';
import { replaceSecret, secretsOf } from '#kernel/secrets/machine-secrets.ts';
import type { Services } from '#web/routes.ts';
import type { Requested } from '#features/approvals/request-approval.ts';
import { requestChange, sealedChange } from '#features/approvals/request-change.ts';
import { machineOf } from '../hooks/machine-of.ts';
import { sealSettings, unsealSettings } from '../keys.ts';
import { channelWords, kindNames, placeWords } from '../sending.ts';
import { filledSettings, shownOf } from './filled-settings.ts';

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

const Payload = z.object({
  institutionId: z.number(),
  kind: z.enum(['termii', 'africastalking', 'twilio', 'http', 'smtp', 'whatsapp']),
  place: z.union([z.literal(1), z.literal(2)]),
  perSecond: z.number(),
  /** Shown to the decider: what was entered, without secrets. */
  lines: z.array(z.tuple([z.string(), z.string()])),
});
type Change = Omit<z.infer<typeof Payload>, 'lines'> & { settings: ProviderSettings };

export const saveProviderChange = changeKind({
  kind: 'sending.saveProvider',
  label: 'Provider of messages',
  payload: Payload,
  async act(tx, asker, { lines: _, ...change }, { services, approvalId }) {
    const { institutionId } = change;
    const settings = await sealedChange(
      tx,
      services.secret,
      { institutionId, approvalId },
      z.record(z.string(), z.string()),
    );
    await writeProvider(tx, asker, services.secret, { ...change, settings });
    return { message: `The settings of ${kindNames[change.kind]} are saved.` };
  },
  details: (_reader, { lines }) => lines,
});

/**
 * Saves a provider as the first or second of its channel: its settings once a second person agrees, its speed at once.
 * Secrets that are left empty stay as they are.
 */
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
): Promise<Requested | null> {
  allow(actor, 'sending.settings', institutionId);
  const place = placeName === '1' ? 1 : 2;
  const { channel, label } = providerKinds[kind];
  const before = await lockPlace(tx, { institutionId, kind, place });
  const provider = await openProvider(kind, services.providers);
  const stored =
    before?.kind === kind ? unsealSettings(services.secret, { institutionId, channel, kind }, before.sealed) : null;
  const settings = filledSettings(provider, given, stored);
  if (before && stored && isSame(stored, settings)) {
    await tx.update(messageProviders).set({ perSecond }).where(isAt(institutionId, before.id));
    await record(tx, actor, 'sending.saveProvider', {
      institutionId,
      summary: `set ${label} to at most ${perSecond} messages a second`,
    });
    return null;
  }
  const replaced = before ? ` in place of ${kindNames[before.kind]}` : '';
  return requestChange(tx, actor, saveProviderChange, {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    about: `${channel}:${place}`,
    summary: `${
      before?.kind === kind
        ? `change the settings of ${label} for ${channelWords[channel]}`
        : `send ${channelWords[channel]} through ${label}${replaced}`
    }${place === 2 ? ' (second provider)' : ''}`,
    payload: { institutionId, kind, place, perSecond, lines: linesOf(provider, settings, stored) },
    sealed: { secret: services.secret, value: settings },
  });
}

async function lockPlace(tx: Tx, { institutionId, kind, place }: Pick<Change, 'institutionId' | 'kind' | 'place'>) {
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
  if (twin) throw new Refused('kind', `${label} is already set up in the other place. Choose another provider.`);
  return before;
}

/** Writes settings that two people have agreed on. */
async function writeProvider(
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

const isAt = (institutionId: number, providerId: number) =>
  and(eq(messageProviders.institutionId, institutionId), eq(messageProviders.id, providerId));

const isSame = (one: ProviderSettings, other: ProviderSettings) => isDeepStrictEqual({ ...one }, { ...other });

const linesOf = (provider: Provider, settings: ProviderSettings, stored: ProviderSettings | null): [string, string][] =>
  provider.fields.flatMap(({ name, label, isSecret }): [string, string][] => {
    const [value, old] = [settings[name], stored?.[name]];
    if (isSecret) return value === old ? [] : [[label, old ? 'Another one' : 'Entered']];
    if (value === old || !value)
      return value === old && value ? [[label, value]] : old ? [[label, `None (now ${old})`]] : [];
    return [[label, old ? `${value} (now ${old})` : value]];
  });

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
