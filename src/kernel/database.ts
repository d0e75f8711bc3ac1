import pg from 'pg';
import './database/value-types.ts';
import type { Actor } from './actor.ts';
import { cachedByKey } from './cached-by-key.ts';
import { Uncertain } from './errors.ts';
import { ask, Client, Pipeline } from './database/driver.ts';
import { listener, type Listener } from './postgres/listen.ts';
import { watch } from './postgres/watch.ts';
import { withPlanName, type Statement } from './database/statements.ts';
import { openTransaction, runAfterCommit, sendWithCommit, type Db, type Tx } from './database/transaction.ts';
import { rootError, translate, isConnectionLost, asRejection } from './database/failures.ts';

export { StaleActor } from './database/failures.ts';

export { query, queryJson, prepareOnce, configure, withoutNestedLoops } from './database/query.ts';

export { openDatabase, runWithCommit, writeLog, type Db, type Tx } from './database/transaction.ts';

export { hasKey, idMadeOf, pick } from './database/columns.ts';

export { render, unprepared, prepared, filled, isOneOf } from './database/statements.ts';

export interface Database {
  /**
   * A read-only transaction in one round trip: the session check and the queries are sent together. All queries must be
   * issued at once; a later one throws.
   */
  read<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>;
  /** The same for the given institutions, without a signed-in user. */
  readAsSystem<T>(institutionIds: number[], work: (db: Db) => Promise<T>): Promise<T>;
  /** A transaction; commits when the work resolves, rolls back when it rejects. */
  write<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same with a snapshot: every query sees the data as of the first. For reading a lot in steps. */
  snapshot<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction without a signed-in user: no institution is visible. */
  anonymous<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction for the given institutions, for jobs and the first run. */
  asSystem<T>(institutionIds: number[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All connections, idle ones, and requests waiting for one. */
  load(): { total: number; idle: number; waiting: number };
  /** Listens for NOTIFY on a channel. */
  listen: Listener['listen'];
  close(): Promise<void>;
}

interface Connected {
  url: string;
  /** Half of the connections read, half write; at least one of each. */
  max?: number;
  /** The statement timeout of a page's reads, in milliseconds. Other statements have the role's own limit. */
  readTimeout?: number;
}

/**
 * Connects two pools of pipelining connections as the application role: pages are read while writes wait for each other.
 * Sixteen that read at once would take longer than eight, as some wait long for a processor.
 */
export function connect({ url, max = 16, readTimeout = 5000 }: Connected): Database {
  const half = Math.ceil(max / 2);
  const [readers, writers] = [openPool(url, half), openPool(url, half)];
  const pools = [readers, writers];
  const watched = watch(pools, url);
  // A commit that no longer waits for its synchronous standby succeeds with a warning, and could be lost with its server.
  const warned = new WeakSet<pg.PoolClient>();
  writers.on('connect', (client) => client.on('notice', ({ code }) => void (code === '01000' && warned.add(client))));

  const entries = readEntries(readTimeout);

  async function read<T>(entry: Statement, work: (db: Db) => Promise<T>): Promise<T> {
    const client = await watched.connect(readers);
    const pipeline = new Pipeline();
    const { db, close } = openTransaction(
      { query: (statement, values) => pipeline.add(withPlanName(statement), values) },
      pipeline,
    );
    const entered = pipeline.addSilent(entry);
    const result = asRejection(() => work(db));
    // Queries issued in the first microtasks are sent in the same packet.
    setImmediate(() => {
      close();
      client.query(pipeline as never);
    });
    const [end, begun, answer] = await Promise.allSettled([pipeline.ended, entered, result]);
    client.release(end.status === 'rejected' && isConnectionLost(end.reason));
    for (const step of [begun, end, answer]) if (step.status === 'rejected') throw translate(step.reason);
    return result;
  }

  async function transaction<T>(
    begin: (client: pg.PoolClient) => Promise<unknown>,
    work: (tx: Tx) => Promise<T>,
    start = 'begin',
  ): Promise<T> {
    const client = await watched.connect(writers);
    const { db, close } = openTransaction({ query: (statement, values) => ask(client, statement, values) });
    let result: Promise<T>;
    const begun = client.query(start);
    const entered = begin(client);
    try {
      result = asRejection(() => work(db));
      await Promise.all([begun, entered, result]);
    } catch (error) {
      close();
      await Promise.allSettled([begun, entered, result!]);
      const undone = await Promise.allSettled([client.query('rollback')]);
      client.release(undone[0].status === 'rejected');
      throw await rootError([begun, entered], error);
    }
    const last = sendWithCommit(db);
    close();
    warned.delete(client);
    const [commit, ...others] = await Promise.allSettled([client.query('commit'), ...last]);
    if (commit.status === 'rejected') {
      client.release(true);
      // COMMIT was sent but not answered: it is unknown whether it took effect.
      throw isConnectionLost(commit.reason) ? new Uncertain({ cause: commit.reason }) : commit.reason;
    }
    const { command } = commit.value;
    const isWarned = warned.has(client);
    client.release(command !== 'COMMIT');
    const failed = others.find((one) => one.status === 'rejected');
    if (failed) throw translate(failed.reason);
    // If the work swallowed a database error, the transaction is aborted and its commit would be a silent rollback.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a query in it had failed.');
    runAfterCommit(db);
    if (isWarned) throw new Uncertain({});
    return result;
  }

  const ear = listener(url, (channel, payload) =>
    writers.query('select pg_notify($1, $2)', [channel, payload]).then(() => {}),
  );
  return {
    read: (actor, work) => read(entries.of(actor), work),
    readAsSystem: (institutionIds, work) => read(entries.as(institutionIds), work),
    write: (actor, work) => transaction((client) => client.query(entryOf(actor)), work),
    snapshot: (actor, work) =>
      transaction((client) => client.query(entryOf(actor)), work, 'begin isolation level repeatable read'),
    anonymous: (work) => transaction((client) => client.query(entryAs([])), work),
    asSystem: (institutionIds, work) => transaction((client) => client.query(entryAs(institutionIds)), work),
    load: () => ({
      total: sumOf(pools, 'totalCount'),
      idle: sumOf(pools, 'idleCount'),
      waiting: sumOf(pools, 'waitingCount'),
    }),
    listen: ear.listen,
    async close() {
      await ear.close();
      await watched.end();
    },
  };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    Client,
    idleTimeoutMillis: 60_000,
    // The same limit for a free connection as for a new one; after that the user sees an error.
    connectionTimeoutMillis: 5_000,
  } as pg.PoolConfig);
  // A broken idle connection is replaced at the next request; without a listener the event would end the process.
  pool.on('error', () => {});
  // A connection that breaks in a transaction fails its queries, which report the error; the event adds nothing.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

const sumOf = (pools: readonly pg.Pool[], what: 'totalCount' | 'idleCount' | 'waitingCount') =>
  pools.reduce((sum, pool) => sum + pool[what], 0);

/** The first statement of a user's transaction: checks the session and sets the institutions for the transaction. */
function entryOf(actor: Actor, { name, text } = entries.write): Statement {
  const ids = actor.institutions.map(({ id }) => id);
  if (!actor.token) return entryAs(ids, { name, text });
  return {
    name,
    text: `select akada_verify($1, $2), ${text('$3')}`,
    values: [actor.token, actor.version, listOf(ids)],
  };
}

interface ReadEntries {
  of(actor: Actor): Statement;
  as(institutionIds: number[]): Statement;
}

/** The same for reads; a user's is cached with the actor, since every page starts with it. */
function readEntries(timeout: number): ReadEntries {
  const entry = {
    name: 'look',
    text: (ids: string) =>
      `${entries.write.text(ids)}, set_config('transaction_read_only', 'on', true),
        set_config('statement_timeout', '${timeout}', true)`,
  };
  const known = cachedByKey((_: Actor['institutions'], actor: Actor) => ({ actor, statement: entryOf(actor, entry) }));
  const of = (actor: Actor) => {
    const { actor: first, statement } = known(actor.institutions, actor);
    return first.token === actor.token && first.version === actor.version ? statement : entryOf(actor, entry);
  };
  return { of, as: (institutionIds) => entryAs(institutionIds, entry) };
}

const entries = {
  write: { name: 'enter', text: (ids: string) => `set_config('akada.institutions', ${ids}, true)` },
};

/** The same without a session check. */
const entryAs = (institutionIds: number[], { name, text } = entries.write): Statement => ({
  name: `${name} as`,
  text: `select ${text('$1')}`,
  values: [listOf(institutionIds)],
});

const listOf = (ids: number[]) => `{${ids.join(',')}}`;
