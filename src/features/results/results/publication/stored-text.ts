/**
 * A value as PostgreSQL writes it from jsonb: keys by length, then by bytes, with a blank after commas and colons. It
 * lets a digest be taken before the value is stored; compare it with what was stored.
 */
export function storedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => storedText(item ?? null)).join(', ')}]`;
  let text = '';
  for (const { key, written } of orderOf(Object.keys(value))) {
    const entry = (value as Record<string, unknown>)[key];
    if (entry !== undefined) text += `${text && ', '}${written}${storedText(entry)}`;
  }
  return `{${text}}`;
}

interface Key {
  key: string;
  /** As it stands before the value. */
  written: string;
}

const orders = new Map<string, Key[]>();

/** Report cards have few different sets of keys. */
function orderOf(keys: string[]): Key[] {
  const set = keys.join('\n');
  const known = orders.get(set);
  if (known) return known;
  const order = keys.toSorted(byLength).map((key) => ({ key, written: `${JSON.stringify(key)}: ` }));
  // A key with a line break in it can make two sets look the same.
  if (keys.every((key) => !key.includes('\n'))) {
    if (orders.size >= 1000) orders.clear();
    orders.set(set, order);
  }
  return order;
}

const byLength = (one: string, other: string): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other));
