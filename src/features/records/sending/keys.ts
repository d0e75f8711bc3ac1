import type { ProviderChannel, ProviderKind, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { keyFor, seal, unseal } from '#kernel/secrets/keys.ts';

interface SettingsOf {
  institutionId: number;
  channel: ProviderChannel;
  kind: ProviderKind;
}

const keyOf = (secret: Buffer, { institutionId, channel, kind }: SettingsOf) =>
  keyFor(secret, `message provider:${institutionId}:${channel}:${kind}`);

export const sealSettings = (secret: Buffer, of: SettingsOf, settings: ProviderSettings): Buffer =>
  seal(keyOf(secret, of), JSON.stringify(settings));

/** Null if the installation's key has changed since. */
export function unsealSettings(secret: Buffer, of: SettingsOf, sealed: Buffer): ProviderSettings | null {
  const text = unseal(keyOf(secret, of), sealed);
  return text === null ? null : (JSON.parse(text) as ProviderSettings);
}
