/** A key for a paper or a test from its label, different from those that are taken: 'Birth certificate' is birth-certificate. */
export function keyFor(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  const start = plain || 'item';
  for (let at = 1; ; at += 1) {
    const key = at === 1 ? start : `${start}-${at}`;
    if (!taken.has(key)) return key;
  }
}

interface Row {
  savedKey: string | null;
  label: string;
}

/** Rows with their keys: a saved row keeps its own, whatever its label is now; a new one gets one from its label. */
export function keyed<R extends Row>(rows: R[], saved: readonly { key: string }[], reserved: string[] = []) {
  const known = new Set(saved.map(({ key }) => key));
  const taken = new Set([...reserved, ...known]);
  const used = new Set<string>();
  return rows.map(({ savedKey, ...row }) => {
    const key = savedKey && known.has(savedKey) && !used.has(savedKey) ? savedKey : keyFor(row.label, taken);
    taken.add(key);
    used.add(key);
    return { ...row, key };
  });
}
