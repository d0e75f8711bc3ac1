interface Cache {
  clear(): void;
}

const caches = new Set<WeakRef<Cache>>();

/** Registers what a process keeps of the database from one request to the next, so that it can be cleared. */
export function registerCache<Registered extends Cache>(cache: Registered): Registered {
  caches.add(new WeakRef(cache));
  return cache;
}

/** For a process under which the database becomes another one, as it does from test to test. */
export function clearCaches(): void {
  for (const reference of caches) {
    const cache = reference.deref();
    if (cache) cache.clear();
    else caches.delete(reference);
  }
}
