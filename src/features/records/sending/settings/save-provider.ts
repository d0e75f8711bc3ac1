import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changeKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { messageProviders } from '#kernel/messages/messages.schema.ts';
import type { Provider, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { openProvider, providerKinds } from '#kernel/messages/providers/providers.ts';
import { choice, id } from '#kernel/schemas.ts';
import type { Services } from '#web/routes.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { requestChange, sealedChange } from '#features/records/approvals/request-change.ts';
import { unsealSettings } from '../keys.ts';
import { channelWords, kindNames, placeWords } from '../sending.ts';
import { filledSettings } from './filled-settings.ts';
import { isAt, lockPlace, writeProvider } from './write-provider.ts';

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

const isSame = (one: ProviderSettings, other: ProviderSettings) => isDeepStrictEqual({ ...one }, { ...other });

const linesOf = (provider: Provider, settings: ProviderSettings, stored: ProviderSettings | null): [string, string][] =>
  provider.fields.flatMap(({ name, label, isSecret }): [string, string][] => {
    const [value, old] = [settings[name], stored?.[name]];
    if (isSecret) return value === old ? [] : [[label, old ? 'Another one' : 'Entered']];
    if (value === old || !value)
      return value === old && value ? [[label, value]] : old ? [[label, `None (now ${old})`]] : [];
    return [[label, old ? `${value} (now ${old})` : value]];
  });
