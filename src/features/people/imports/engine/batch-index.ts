import { squeeze } from './headers.ts';

export interface KnownBatch {
  id: number;
  name: string;
  className: string;
  arm: string;
}

/** Finds a batch by what a file writes in one column ('JSS 1 A', 'jss1a') or in two ('JSS 1', 'A'). */
export interface BatchIndex {
  session: string;
  /** The institution's term for a batch, in lower case. */
  word: string;
  /** The plural of `word`. */
  words: string;
  find(name: string, arm: string): KnownBatch | null;
  /** Whether a batch of this class exists; its arm is then in another column. */
  begins(name: string): boolean;
}

export function batchIndex(session: string, batches: KnownBatch[], word = 'batch', words = 'batches'): BatchIndex {
  const found = new Map<string, KnownBatch | null>();
  const learn = (key: string, batch: KnownBatch) => {
    const other = found.get(key);
    // A name that matches two batches matches none.
    found.set(key, other === undefined || other?.id === batch.id ? batch : null);
  };
  for (const batch of batches) {
    for (const name of new Set([batch.name, `${batch.className} ${batch.arm}`])) learn(spelling(name), batch);
  }
  // 'JSS 1' is enough where JSS 1 has one batch.
  const byClass = Map.groupBy(batches, (batch) => spelling(batch.className));
  for (const [name, [only, ...others]] of byClass)
    if (only && others.length === 0 && !found.has(name)) found.set(name, only);
  return {
    session,
    word,
    words,
    find: (name, arm) => {
      const whole = found.get(spelling(`${name} ${arm}`));
      if (whole || !arm) return whole ?? null;
      // 'JSS 1 A' with its arm once more in a column of its own.
      const named = found.get(spelling(name));
      return named && squeeze(named.arm) === squeeze(arm) ? named : null;
    },
    begins: (name) => byClass.has(spelling(name)),
  };
}

const spelling = (name: string) =>
  squeeze(
    name.replace(/\b(one|two|three|four|five|six|i{1,3}|iv|vi?)\b/gi, (word) =>
      String(numerals[word.toLowerCase()] ?? word),
    ),
  )
    .replace(/^juniorsecondary(school)?/, 'jss')
    .replace(/^seniorsecondary(school)?/, 'sss')
    .replace(/^js(?=\d)/, 'jss')
    .replace(/^ss(?=\d)/, 'sss');

const numerals: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
};
