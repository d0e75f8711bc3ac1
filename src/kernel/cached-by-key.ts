/** Computes something once for each object passed in; further arguments are those of the first call. */
export function cachedByKey<Key extends object, T, More extends unknown[]>(
  make: (key: Key, ...more: More) => T,
): (key: Key, ...more: More) => T {
  const all = new WeakMap<Key, T>();
  return (key, ...more) => {
    const cached = all.get(key);
    if (cached !== undefined) return cached;
    const made = make(key, ...more);
    all.set(key, made);
    return made;
  };
}
