interface Cache {
  clear(): void;
}

const caches = new Set<WeakRef<Cache>>();

/** Registers what a process keeps of the database from one request to the next, so that it can be cleared. */
export function registerCache<Registered extends Cache>(cache: Registered): Registered {
  caches.add(new WeakRef(cache));
  return cache;
}

const lookups = new Map<string, { hit: number; miss: number }>();

/** How often each kind of cache had what it was asked for, for the metrics. */
export const cacheLookups: ReadonlyMap<string, { hit: number; miss: number }> = lookups;

/** Counts the lookups of a kind of cache. */
export function countLookups(kind: string): (isHit: boolean) => void {
  const counts = lookups.get(kind) ?? { hit: 0, miss: 0 };
  lookups.set(kind, counts);
  return (isHit) => void (isHit ? (counts.hit += 1) : (counts.miss += 1));
}

/** For a process under which the database becomes another one, as it does from test to test. */
export function clearCaches(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache) cache.clear();
    else caches.delete(reference);
  }
}
