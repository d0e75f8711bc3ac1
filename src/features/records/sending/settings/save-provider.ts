import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import type { Provider, ProviderSettings, ProviderKind } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { choice, id } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange, sealedChange } from '#features/records/approvals/request-change.ts';
import { unsealSettings, sealSettings } from '../keys.ts';
import { channelLabels, kindNames, placeLabels } from '../sending.ts';
import { and, eq, ne } from 'drizzle-orm';
import { ValidationError } from '#kernel/errors.ts';
import { keepForPinned } from '#kernel/messages/pin.ts';
import { replaceSecret, secretsOf } from '#kernel/secrets/machine-secrets.ts';
import { machineOf } from '../hooks/machine-of.ts';

/**
 * The settings as they would be saved; refuses those that can't work. Secrets that are left empty stay as they are,
 * unless what they are sent to has changed: a stored secret never goes to another server than it was entered for.
 */
function filledSettings(
  provider: Provider,
  given: Record<string, unknown>,
  stored: ProviderSettings | null,
): ProviderSettings {
  const typed = Object.fromEntries(
    provider.fields.map(({ name, isLong }) => {
      const text = typeof given[name] === 'string' ? given[name] : '';
      return [name, isLong ? text.replaceAll('\r\n', '\n').trim() : text.trim()];
    }),
  );
  if (stored) refuseKeptSecrets(provider, typed, stored);
  const settings = Object.fromEntries(
    provider.fields.flatMap(({ name, isSecret }) => {
      const kept = typed[name] || (isSecret ? stored?.[name] : undefined);
      return kept ? [[name, kept]] : [];
    }),
  );
  const [wrong, ...more] = Object.entries(provider.problems(settings));
  if (wrong) throw new ValidationError(...wrong, Object.fromEntries(more));
  return settings;
}

function refuseKeptSecrets({ fields }: Provider, typed: Record<string, string>, stored: ProviderSettings): void {
  const moved = fields.find(({ name, isDestination }) => isDestination && typed[name] !== (stored[name] ?? ''));
  if (!moved) return;
  const [wrong, ...more] = fields
    .filter(({ name, isSecret }) => isSecret && stored[name] && !typed[name])
    .map(({ name, label }): [string, string] => [
      name,
      `Enter the ${inSentence(label)} again, because the ${inSentence(moved.label)} changed.`,
    ]);
  if (wrong) throw new ValidationError(...wrong, Object.fromEntries(more));
}

/** 'Password' as 'password', 'API key' as it is. */
const inSentence = (label: string) => label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

const shownOf = (provider: Provider, settings: ProviderSettings): Record<string, string> =>
  Object.fromEntries(
    provider.fields.flatMap(({ name, isSecret }) => (!isSecret && settings[name] ? [[name, settings[name]]] : [])),
  );

interface Change {
  institutionId: number;
  kind: ProviderKind;
  place: 1 | 2;
  perSecond: number;
  settings: ProviderSettings;
}

/** The provider in the place of a channel, if there is one, locked. */
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
  if (twin) throw new ValidationError('kind', `${label} is already the other provider. Choose a different one.`);
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
    summary: `saved the settings of ${label}, at most ${perSecond} per second`,
  });
}

const isAt = (institutionId: number, providerId: number) => hasKey(messageProviders, institutionId, providerId);

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

export type SettingServices = Pick<Services, 'database' | 'secret' | 'providers'>;

/** The other fields are those of the provider. */
export const SaveProvider = z
  .object({
    institution_id: id,
    kind: choice(kindNames),
    place: choice(placeLabels),
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

export const saveProviderChange = changeKind({
  kind: 'sending.saveProvider',
  label: 'Message provider',
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
      summary: `set ${label} to at most ${perSecond} messages per second`,
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
        ? `change the settings of ${label} for ${channelLabels[channel]}`
        : `send ${channelLabels[channel]} through ${label}${replaced}`
    }${place === 2 ? ' (second provider)' : ''}`,
    payload: { institutionId, kind, place, perSecond, lines: linesOf(provider, settings, stored) },
    sealed: { secret: services.secret, value: settings },
  });
}

const isSame = (one: ProviderSettings, other: ProviderSettings) => isDeepStrictEqual({ ...one }, { ...other });

const linesOf = (provider: Provider, settings: ProviderSettings, stored: ProviderSettings | null): [string, string][] =>
  provider.fields.flatMap(({ name, label, isSecret }): [string, string][] => {
    const [value, old] = [settings[name], stored?.[name]];
    if (isSecret) return value === old ? [] : [[label, old ? 'Different template' : 'Entered']];
    if (value === old || !value)
      return value === old && value ? [[label, value]] : old ? [[label, `None (now ${old})`]] : [];
    return [[label, old ? `${value} (now ${old})` : value]];
  });
