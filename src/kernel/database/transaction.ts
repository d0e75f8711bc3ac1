import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession } from 'drizzle-orm/node-postgres/session';
import type pg from 'pg';
import type { Pipeline } from './driver.ts';
import { dialect } from './statements.ts';

/** What queries are sent with: pg's client, or what takes its place. */
export interface QueryClient {
  query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/** Of a running transaction. */
interface Transaction {
  client: QueryClient;
  /** Of a read. */
  pipeline?: Pipeline;
  withCommit: (() => Promise<unknown>)[];
  afterCommit: (() => void)[];
  /** Of a read on a replica: what it writes, for a transaction of the primary server afterwards. */
  elsewhere?: ((tx: Tx) => Promise<unknown>)[];
}

/** Drizzle over anything with the interface of pg's client, with the transaction that its queries belong to. */
export class Db extends NodePgDatabase {
  readonly running: Transaction;

  constructor(running: Transaction) {
    super(dialect, new NodePgSession(running.client as never, dialect, undefined, {}), undefined);
    this.running = running;
  }
}

/** The same as Db; in a signature it says that the function writes. */
export type Tx = Db;

/** On a replica, gathers what `writeLog` writes. */
export function gatherWrites(db: Db, writes: ((tx: Tx) => Promise<unknown>)[]): Db {
  db.running.elsewhere = writes;
  return db;
}

/** Writes an entry of a log, which a read may do: one on a replica leaves it to the primary server. */
export async function writeLog(tx: Tx, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  const { elsewhere } = tx.running;
  if (elsewhere) elsewhere.push(write);
  else await write(tx);
}

/** The client of a running transaction. */
export const clientOf = (db: Db): QueryClient => db.running.client;

export function pipelineOf(db: Db): Pipeline {
  const { pipeline } = db.running;
  if (!pipeline) throw new Error('This takes the database of a read.');
  return pipeline;
}

/**
 * Sends a statement together with the commit: what it locks is held for no round trip. For a counter that everybody
 * takes numbers from, or for what nothing waits for. If it fails, so does the transaction. The first one given is sent
 * last. The answer arrives after the work has returned: only the caller of the transaction can wait for it.
 */
export function runWithCommit<Answer>(tx: Db, statement: () => Promise<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // Most callers want no answer, and the transaction reports the error.
  promise.catch(() => {});
  tx.running.withCommit.unshift(() => {
    const sent = statement();
    sent.then(resolve, reject);
    return sent;
  });
  return promise;
}

export const sendWithCommit = (tx: Db): Promise<unknown>[] => tx.running.withCommit.map((send) => send());

/** Calls this once the transaction has committed, and never if it does not. */
export const afterCommit = (tx: Db, step: () => void): void => void tx.running.afterCommit.push(step);

export const runAfterCommit = (tx: Db): void => tx.running.afterCommit.forEach((step) => step());

/**
 * A database bound to this transaction: it throws after the transaction ends, so that no query runs in another one. That
 * of a read comes with the pipeline that its queries are sent in.
 */
export function openTransaction(client: QueryClient, pipeline?: Pipeline): { db: Db; close: () => void } {
  let isOpen = true;
  const guarded: QueryClient = {
    query: (...statement) =>
      isOpen
        ? client.query(...statement)
        : Promise.reject(new Error('This transaction has ended: issue all queries of a read at once.')),
  };
  return {
    db: openDatabase(guarded, pipeline),
    close: () => {
      isOpen = false;
    },
  };
}

export const openDatabase = (client: QueryClient, pipeline?: Pipeline): Db =>
  new Db({ client, pipeline, withCommit: [], afterCommit: [] });
