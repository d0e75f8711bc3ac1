/**
 * A value as PostgreSQL writes it from jsonb: keys by length, then by bytes, with a blank after commas and colons. It
 * lets a digest be taken before the value is stored; compare it with the digest of what was stored.
 */
export function storedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => storedText(item ?? null)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([one], [other]) => byLength(one, other));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}: ${storedText(entry)}`).join(', ')}}`;
}

function byLength(one: string, other: string): number {
  const isAscii = one.length < 64 && other.length < 64 && plain.test(one) && plain.test(other);
  if (!isAscii)
    return Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one.length - other.length || (one < other ? -1 : 1);
}

const plain = /^[ -~]*$/;
