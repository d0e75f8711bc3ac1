/** Runs at most so many tasks at once; others queue, and leave the queue when their signal is aborted. */
export function takeTurns(concurrency: number) {
  let working = 0;
  const line: (() => void)[] = [];

  return async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (working < concurrency) working += 1;
    else await turn(line, signal);
    try {
      return await work();
    } finally {
      // The next task takes this place.
      const next = line.shift();
      if (next) next();
      else working -= 1;
    }
  };
}

const turn = (line: (() => void)[], signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      line.splice(line.indexOf(called), 1);
      reject(signal.reason as Error);
    };
    const called = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    line.push(called);
    signal.addEventListener('abort', leave, { once: true });
  });

/**
 * The same with keys: one task at a time for each key, and a total limit. The key that has waited longest is next, so
 * that one user with many tasks delays nobody else.
 */
export function takeTurnsByKey<Key>(concurrency: number) {
  const working = new Set<Key>();
  const line: { key: Key; call: () => void }[] = [];
  let served = 0;
  const lastServed = new Map<Key, number>();

  const callNext = () => {
    while (working.size < concurrency) {
      const free = line.filter(({ key }) => !working.has(key));
      if (free.length === 0) break;
      const next = free.reduce((longest, other) =>
        (lastServed.get(other.key) ?? 0) < (lastServed.get(longest.key) ?? 0) ? other : longest,
      );
      line.splice(line.indexOf(next), 1);
      begin(next.key);
      next.call();
    }
    if (line.length === 0 && working.size === 0) lastServed.clear();
  };
  const begin = (key: Key) => {
    working.add(key);
    lastServed.set(key, ++served);
  };

  return {
    /** How many tasks of this key are waiting. */
    waiting: (key: Key) => line.filter((call) => call.key === key).length,
    async inTurn<T>(key: Key, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      if (working.size < concurrency && !working.has(key)) begin(key);
      else
        await new Promise<void>((resolve, reject) => {
          const entry = {
            key,
            call: () => {
              signal.removeEventListener('abort', leave);
              resolve();
            },
          };
          const leave = () => {
            line.splice(line.indexOf(entry), 1);
            reject(signal.reason as Error);
          };
          line.push(entry);
          signal.addEventListener('abort', leave, { once: true });
        });
      try {
        return await work();
      } finally {
        working.delete(key);
        callNext();
      }
    },
  };
}
