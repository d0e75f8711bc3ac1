import type { Actor } from '../actor.ts';

const atMost = 20;

/** Caches something costly for an actor and a key, such as a rendered statement, until the actor's access changes. */
export function cachedByActor<T>(): (actor: Actor, question: object, make: () => T) => T {
  const all = new WeakMap<Actor['institutions'], Map<string, T>>();
  return ({ institutions }, question, make) => {
    const known = all.get(institutions) ?? new Map<string, T>();
    all.set(institutions, known);
    const key = JSON.stringify(question);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    if (known.size < atMost) known.set(key, made);
    return made;
  };
}

/** Computes something once for each object passed in. */
export function cachedByKey<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const all = new WeakMap<Key, T>();
  return (key) => {
    const cached = all.get(key);
    if (cached !== undefined) return cached;
    const made = make(key);
    all.set(key, made);
    return made;
  };
}
