import type { Actor } from '../actor.ts';

/** Pages are opened all day: for so many milliseconds a figure is not counted again. */
const keptFor = 60_000;
const atMost = 50;

type Kept = Map<string, { at: number; value: Promise<unknown> }>;
const kept = new WeakMap<Actor['institutions'], Kept>();

/**
 * A figure that takes long to count, for pages that are opened all day. It is remembered with the actor as loaded: the
 * actor's own writes, and changes of what they can see, load the actor anew and forget it.
 */
export function remembered<T>({ institutions }: Actor, key: string, load: () => Promise<T>): Promise<T> {
  const own: Kept = kept.get(institutions) ?? new Map();
  kept.set(institutions, own);
  const found = own.get(key);
  if (found && performance.now() - found.at < keptFor) return found.value as Promise<T>;
  const value = load();
  // What failed is counted again.
  value.catch(() => own.delete(key));
  if (own.size >= atMost) own.clear();
  own.set(key, { at: performance.now(), value });
  return value;
}

/** For a user who asks for the latest figures. */
export const forgetRemembered = ({ institutions }: Actor): void => void kept.delete(institutions);
