import { ValidationError } from '#kernel/errors.ts';
import type { Provider, ProviderSettings } from '#kernel/messages/providers/provider.ts';

/**
 * The settings as they would be saved; refuses those that can't work. Secrets that are left empty stay as they are,
 * unless what they are sent to has changed: a stored secret never goes to another server than it was entered for.
 */
export function filledSettings(
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

export const shownOf = (provider: Provider, settings: ProviderSettings): Record<string, string> =>
  Object.fromEntries(
    provider.fields.flatMap(({ name, isSecret }) => (!isSecret && settings[name] ? [[name, settings[name]]] : [])),
  );
