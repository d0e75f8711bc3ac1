interface Options {
  seconds: number;
  most: number;
  now?: () => number;
}

/**
 * Keeps what was made for a short while, so that a crowd of visitors costs the database one read. Who asks while it is
 * being made waits for the same; a failure is not kept; the oldest goes when there are too many, and all go in time.
 */
export function keepFor<Value>({ seconds, most, now = () => Date.now() }: Options) {
  const entries = new Map<string, { until: number; value: Promise<Value> }>();
  let sweeper: NodeJS.Timeout | undefined;

  /** All are kept equally long, so that the first is the oldest. */
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
