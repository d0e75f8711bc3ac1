import { countLookups, registerCache } from '../cache-registry.ts';

const count = countLookups('revisions');

/**
 * Caches what was read for a key until its revision changes. The reader asks for the revision in each read and
 * sends that query before the others, so that a cached value is never older than its revision.
 */
export class RevisionCache<T> {
  readonly #all = registerCache(new Map<string, { revision: string; value: T }>());
  readonly #atMost: number;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** Whether a value is cached, of whatever revision. */
  has(key: string): boolean {
    return this.#all.has(key);
  }

  find(key: string, revision: string): T | undefined {
    const found = this.#all.get(key);
    const isHit = found?.revision === revision;
    count(isHit);
    return isHit ? found?.value : undefined;
  }

  set(key: string, revision: string, value: T): void {
    // The key goes to the end: the first is the one that was read longest ago.
    this.#all.delete(key);
    const [oldest] = this.#all.keys();
    if (this.#all.size >= this.#atMost && oldest !== undefined) this.#all.delete(oldest);
    this.#all.set(key, { revision, value });
  }
}
