import { afterCommit } from './database/transaction.ts';
import type { Tx } from './database.ts';

const idleEvery = 30_000;
const afterError = 5_000;

export interface LookingForWork {
  /** Looks again after this many milliseconds, or sooner if it is about to anyway. */
  wake(after?: number): void;
  /** Ends when the look under way has ended. */
  stop(): Promise<void>;
}

/**
 * Looks for work when it is woken, and every half minute for what another process committed or a crash left. `look`
 * returns after how many milliseconds there is more to do, if it knows.
 */
export function lookForWork(look: () => Promise<number | undefined>, onError: (error: Error) => void): LookingForWork {
  let isStopped = false;
  let dueAt = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  function wake(after = 0) {
    const at = performance.now() + after;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Infinity;
      looking = looking.then(lookOnce);
    }, after);
  }

  async function lookOnce() {
    if (isStopped) return;
    const next = await look().catch((error: Error) => {
      onError(error);
      return afterError;
    });
    wake(Math.min(next ?? idleEvery, idleEvery));
  }

  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Rows that work in this process waits for. */
export type WatchedRows = 'audit_entries' | 'outbox';

const waiting = new Map<WatchedRows, Set<() => void>>();

/** Calls back when a transaction of this process that wrote such rows has committed; returns how to end that. */
export function onCommitted(rows: WatchedRows, then: () => void): () => void {
  const all = waiting.get(rows) ?? new Set();
  waiting.set(rows, all.add(then));
  return () => void all.delete(then);
}

/** Wakes what waits for rows that this transaction writes. */
export const wakeOnCommit = (tx: Tx, rows: WatchedRows): void => afterCommit(tx, () => committed(rows));

/** Wakes it for rows that were committed, here or by another process. */
export const committed = (rows: WatchedRows): void => waiting.get(rows)?.forEach((then) => then());
