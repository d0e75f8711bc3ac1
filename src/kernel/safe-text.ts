const keys = /\b(?:[sp]k_(?:test|live)_|FLW(?:SECK|PUBK))[\w-]*|\bBearer\s+\S+/gi;

/** A provider's text for people: one line, short, without keys that it repeats. */
export const safeText = (text: unknown, secrets: readonly string[] = [], max = 200): string =>
  secrets
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '•••'), typeof text === 'string' ? text : '')
    .replace(keys, '•••')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, max);
