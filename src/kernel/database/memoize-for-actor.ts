import type { Actor } from '../actor.ts';
import { cachedByKey } from '../cached-by-key.ts';

const defaultLifetimeMs = 60_000;
const maxKeys = 50;

const memoized = cachedByKey((_: Actor['institutions']) => new Map<string, { at: number; value: Promise<unknown> }>());

/**
 * Caches a slow figure for pages that are opened often. The cache belongs to the loaded actor, who is loaded again after
 * their own writes and after a change of their access.
 */
export function memoizeForActor<T>(
  actor: Actor,
  key: string,
  load: () => Promise<T>,
  lifetimeMs = defaultLifetimeMs,
): Promise<T> {
  const own = memoized(actor.institutions);
  const found = peek<T>(actor, key, lifetimeMs);
  if (found) return found;
  const value = load();
  // What failed is loaded again.
  value.catch(() => own.delete(key));
  if (own.size >= maxKeys) own.clear();
  own.set(key, { at: performance.now(), value });
  return value;
}

/** What is memoized, for work that takes another round trip if it isn’t. */
export function peek<T>({ institutions }: Actor, key: string, lifetimeMs = defaultLifetimeMs): Promise<T> | undefined {
  const found = memoized(institutions).get(key);
  return found && performance.now() - found.at < lifetimeMs ? (found.value as Promise<T>) : undefined;
}

/** For users who ask for the latest figures. */
export const forgetMemoized = ({ institutions }: Actor): void => memoized(institutions).clear();
