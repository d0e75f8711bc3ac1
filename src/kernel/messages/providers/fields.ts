import type { ProviderField, ProviderSettings } from './provider.ts';

/** Required fields that are empty, and values with line breaks where there is one line. */
export function missing(fields: readonly ProviderField[], settings: ProviderSettings): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name, label, isRequired, isLong, choices } of fields) {
    const value = settings[name] ?? '';
    if (isRequired && value === '') problems[name] = `${label} is required.`;
    else if (!isLong && /[\p{Cc}]/u.test(value)) problems[name] = `${label} must be one line.`;
    else if (choices && value && !(value in choices)) problems[name] = 'Choose one from the list.';
  }
  return problems;
}

/** The secrets among the settings, which no text for people may repeat. */
export const secretsIn = (fields: readonly ProviderField[], settings: ProviderSettings): string[] =>
  fields.flatMap(({ name, isSecret }) => (isSecret && settings[name] ? [settings[name]] : []));

/** A number without its plus, as some providers want it. */
export const digits = (to: string) => to.replace(/^\+/, '');

/** E.164 of a number that a provider wrote with or without a plus; null if it is none. */
export function e164(number: unknown): string | null {
  const plain =
    typeof number === 'string' || typeof number === 'number' ? String(number).replace(/^\+/, '').trim() : '';
  return /^[1-9]\d{6,14}$/.test(plain) ? `+${plain}` : null;
}

/** A text among unknown fields of a request; numbers count. */
export const textIn = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
