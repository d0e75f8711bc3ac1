import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onClose } from '#web/running/shutdown.ts';
import type { Quantiles } from './quantiles.ts';

export interface Drive {
  port: number;
  /** Finished requests. One list for all clients together, or one for each. */
  scripts: string[][];
  clients: number;
  seconds: number;
  /** Any other status ends the benchmark. */
  status: number;
  /** The drive ends after so many requests, if not by its time. */
  atMost?: number;
  /** Milliseconds that a client waits before it asks again, on average. */
  pause?: number;
}

/** What the clients saw; milliseconds, and the bytes and processor time of all requests together. */
export interface Driven extends Quantiles {
  requests: number;
  took: number;
  bytes: number;
  cpu: number;
}

export interface Driver {
  /** So many clients, each asking again as soon as it has its answer. */
  drive(what: Drive): Promise<Driven>;
  /** Ends the drive at work. */
  stop(): void;
  close(): Promise<void>;
}

/** Starts the process that sends requests. */
export function openDriver(): Driver {
  const child = fork(`${import.meta.dirname}/driver.ts`, { execArgv: ['--max-semi-space-size=8'] });
  const gone = once(child, 'exit');
  const ended = gone.then(() => Promise.reject(new Error('The load generator ended.')));
  ended.catch(() => {});
  const close = async () => {
    if (child.connected) child.disconnect();
    await gone;
  };
  onClose(close);
  return {
    async drive(what) {
      child.send(what);
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Driven | { failure: string }];
      if ('failure' in answer) throw new Error(answer.failure);
      return answer;
    },
    stop: () => void child.send('stop'),
    close,
  };
}
