import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { CannotStart } from '#kernel/cannot-start.ts';
import { megabytes } from '#kernel/memory.ts';
import { onClose, onTermination } from '#web/running/shutdown.ts';
import { countHere, type Count } from './shared-counts.ts';

/*
 * Several processes that listen at one address: the primary opens the database, starts the others, counts requests for
 * all of them, and serves nothing itself. The first of them also works, if AKADA_ROLE says so.
 */

/** What the primary has opened. */
export interface Opened {
  appUrl: string;
  /** Of the built-in database. */
  home?: string | undefined;
  /** Keys that institutions brought along, in base64. */
  carried: { purpose: string; key: string }[];
}

type Asked = { ask: number } & ({ count: string; timeWindow: number } | { metrics: true } | { opened: true });
type Message = Asked | { isListening: true };
type Answer = { answer: number; value?: unknown; failed?: string };

/** Which of the processes this one is; undefined if it is the only one, or the primary. */
export const placeHere = (): number | undefined => (cluster.isWorker ? Number(process.env['AKADA_PLACE']) : undefined);

/** Of one of several: its pool, and connections to send jobs, listen and ask whether the database answers. */
export const poolOfEach = 8;
export const connectionsOfEach = poolOfEach + 4;
const ofCommands = 10;

/** As many as the database has connections for, also while a newer version takes over. */
export const affordable = (wanted: number, connections: number): number =>
  Math.max(1, Math.min(wanted, Math.floor((connections - ofCommands) / 2 / connectionsOfEach)));

const pauses = [0, 1000, 2000, 5000, 10_000, 30_000];

/** In the primary: runs the others until a signal ends them all. */
export async function runProcesses(processes: number, { appUrl, home, carried }: Opened, log: (line: string) => void) {
  const all = new Map<number, { worker: Worker; ended: Promise<void> }>();
  const count = countHere();
  const aggregated = new AggregatorRegistry();
  let isEnding = false;
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapLimit(processes)] });

  const answers: { [Key in 'count' | 'metrics' | 'opened']: (asked: never) => unknown } = {
    count: ({ count: key, timeWindow }: { count: string; timeWindow: number }) => count(key, timeWindow),
    metrics: () => aggregated.clusterMetrics(),
    opened: (): Opened => ({ appUrl, carried, ...(home && { home }) }),
  };
  async function answer(worker: Worker, asked: Asked) {
    const kind = (Object.keys(answers) as (keyof typeof answers)[]).find((one) => one in asked);
    if (!kind) return;
    const value = await Promise.resolve(answers[kind](asked as never)).then(
      (found) => ({ value: found }),
      (error: Error) => ({ failed: error.message }),
    );
    if (worker.isConnected()) worker.send({ answer: asked.ask, ...value }, () => {});
  }

  /** Starts one; resolves when it listens, rejects if it ends before. */
  function start(place: number, failures = 0): Promise<void> {
    const worker = cluster.fork({ AKADA_PLACE: place });
    const { promise: listens, resolve, reject } = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    all.set(place, { worker, ended: gone.promise });
    let isListening = false;
    worker.on('message', (message: Message) => {
      if ('isListening' in message) {
        isListening = true;
        resolve();
      } else if ('ask' in message) void answer(worker, message);
    });
    // A message to one that has just died: its exit says so too.
    worker.on('error', () => {});
    worker.on('exit', (code, signal) => {
      gone.resolve();
      if (isEnding) return;
      reject(new CannotStart(`Process ${place + 1} of ${processes} ended at its start (${signal ?? code}).`));
      if (isListening || failures > 0) void replace(place, signal ?? code, isListening ? 0 : failures);
    });
    listens.catch(() => {});
    return listens;
  }

  async function replace(place: number, how: unknown, failures: number) {
    log(`Process ${place + 1} of ${processes} ended unexpectedly (${String(how)}); starting another.`);
    await wait(pauses[Math.min(failures, pauses.length - 1)]!);
    if (!isEnding) start(place, failures + 1).catch(() => {});
  }

  async function end(signal: NodeJS.Signals) {
    isEnding = true;
    for (const { worker } of all.values()) worker.process.kill(signal);
    await Promise.all([...all.values()].map(({ ended }) => ended));
  }
  onTermination(() => end('SIGTERM'));
  onClose(() => end('SIGINT'));

  // The first may fill the database.
  await start(0);
  await Promise.all(Array.from({ length: processes - 1 }, (_, at) => start(at + 1)));
}

/** Together they take no more than three quarters of the memory, unless the operator has set it. */
function heapLimit(processes: number): string[] {
  const given = `${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`;
  if (/max[-_]old[-_]space[-_]size/.test(given)) return [];
  return [`--max-old-space-size=${Math.round(Math.min(4096, Math.max(192, (megabytes * 0.75) / processes)))}`];
}

const longestAnswer = 10_000;

/** In one of them: questions to the primary. */
export function askPrimary() {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  process.on('message', ({ answer, value, failed }: Answer) => {
    const asked = waiting.get(answer);
    waiting.delete(answer);
    if (failed === undefined) asked?.resolve(value as never);
    else asked?.reject(new Error(failed));
  });
  function ask<T>(asked: object, within = longestAnswer): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    last += 1;
    const own = last;
    waiting.set(own, { resolve, reject });
    process.send!({ ask: own, ...asked });
    const timer = setTimeout(() => {
      waiting.delete(own);
      reject(new Error('The primary process does not answer.'));
    }, within);
    return promise.finally(() => clearTimeout(timer));
  }
  return {
    opened: () => ask<Opened>({ opened: true }),
    metrics: () => ask<string>({ metrics: true }),
    /** Nobody is refused because the primary is busy. */
    count: (key: string, timeWindow: number) =>
      ask<Count>({ count: key, timeWindow }, 1000).catch((): Count => ({ current: 1, ttl: timeWindow })),
    listening: () => void process.send!({ isListening: true }),
  };
}
