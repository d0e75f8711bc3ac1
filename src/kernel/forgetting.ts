interface Kept {
  clear(): void;
}

const everything = new Set<WeakRef<Kept>>();

/** Declares what a process keeps of the database from one request to the next, so that it can be forgotten. */
export function keeps<Cache extends Kept>(cache: Cache): Cache {
  everything.add(new WeakRef(cache));
  return cache;
}

/** For a process under which the database becomes another one, as it does from test to test. */
export function forgetKept(): void {
  for (const one of everything) {
    const kept = one.deref();
    if (kept) kept.clear();
    else everything.delete(one);
  }
}
