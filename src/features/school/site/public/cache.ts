import { registerCache } from '#kernel/cache-registry.ts';

interface Options {
  seconds: number;
  most: number;
  now?: () => number;
}

/** A short-lived cache, so that many visitors cost one database read. Concurrent requests share one computation; failures are not cached; the oldest entry is evicted when full, and all expire. */
export function cacheFor<Value>({ seconds, most, now = () => Date.now() }: Options) {
  const entries = registerCache(new Map<string, { until: number; value: Promise<Value> }>());
  let sweeper: NodeJS.Timeout | undefined;

  /** All entries have the same lifetime, so the first is the oldest. */
  function sweep() {
    for (const [key, { until }] of entries) {
      if (until > now()) break;
      entries.delete(key);
    }
    sweeper = entries.size ? setTimeout(sweep, seconds * 1000).unref() : undefined;
  }

  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(key);
    if (known && known.until > now()) return known.value;
    entries.delete(key);
    if (entries.size >= most) entries.delete(entries.keys().next().value!);
    const entry = { until: now() + seconds * 1000, value: make() };
    entries.set(key, entry);
    sweeper ??= setTimeout(sweep, seconds * 1000).unref();
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}
