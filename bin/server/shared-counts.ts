import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

export interface Count {
  current: number;
  /** Milliseconds until it begins again. */
  ttl: number;
}

/** Adds one to the count of a key, which begins again after so many milliseconds. */
export type CountOne = (key: string, timeWindow: number) => Promise<Count>;

/** Requests are counted where `count` says, under the name of their route: processes that listen together share it. */
export function countStore(count: CountOne): FastifyRateLimitStoreCtor {
  const named = (name: string): FastifyRateLimitStore => ({
    incr(key, callback, timeWindow = 60_000) {
      count(`${name}${key}`, timeWindow).then(
        (found) => callback(null, found),
        (error: Error) => callback(error),
      );
    },
    // Its type says otherwise.
    child(merged) {
      const { method, url } = (merged as unknown as { routeInfo: { method: string; url: string } }).routeInfo;
      return named(`${method} ${url} `);
    },
  });
  return class {
    constructor() {
      return named('');
    }
  } as unknown as FastifyRateLimitStoreCtor;
}

const mostKeys = 100_000;

/** Counts in this process. The time is the steady one: a clock that is set back lengthens nothing. */
export function countHere(now = () => performance.now()): (key: string, timeWindow: number) => Count {
  const counts = new Map<string, { current: number; endsAt: number }>();
  return (key, timeWindow) => {
    const found = counts.get(key);
    const isRunning = found !== undefined && found.endsAt > now();
    const counted = isRunning ? found : { current: 0, endsAt: now() + timeWindow };
    counted.current += 1;
    if (!isRunning) {
      // The oldest come first.
      counts.delete(key);
      counts.set(key, counted);
      if (counts.size > mostKeys) counts.delete(counts.keys().next().value!);
    }
    return { current: counted.current, ttl: Math.ceil(counted.endsAt - now()) };
  };
}
