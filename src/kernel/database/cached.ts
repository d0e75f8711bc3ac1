import type { Actor } from '../actor.ts';
import { cachedByKey } from '../cached-by-key.ts';

const maxKeys = 20;

/** Caches something costly for an actor and a key, such as a rendered statement, until the actor's access changes. */
export function cachedByActor<T>(): (actor: Actor, question: object, make: () => T) => T {
  const keysOf = cachedByKey((_: Actor['institutions']) => new Map<string, T>());
  return ({ institutions }, question, make) => {
    const all = keysOf(institutions);
    const key = JSON.stringify(question);
    const cached = all.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    if (all.size < maxKeys) all.set(key, made);
    return made;
  };
}
