import { PgDialect } from 'drizzle-orm/pg-core';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession } from 'drizzle-orm/node-postgres/session';
import pg from 'pg';
import type { Actor } from './actor.ts';
import { databaseError, SignedOut } from './errors.ts';
import { Pipeline } from './pipeline.ts';

export type Db = NodePgDatabase;
/** The same as Db, in a function's signature a promise that it writes. */
export type Tx = Db;

/** The actor in hand is older than what the database knows: load it again and repeat. */
export class StaleActor extends Error {}

export interface Database {
  /**
   * A read-only transaction in one round trip: the check of the session and the work's queries are sent together. The
   * work issues all its queries at once; one that comes later finds the door shut and throws.
   */
  read<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T>;
  /** One transaction; commits when the work resolves, rolls back when it rejects. */
  write<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, with every query seeing the data as the first one did: for reading much, piece by piece. */
  snapshot<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction before anybody has signed in: no institution is visible. */
  anonymous<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction over the institutions named, for jobs and the first run. */
  asSystem<T>(institutionIds: number[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections in all, idle, and requests waiting for one. */
  load(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const dialect = new PgDialect({ casing: 'snake_case' });
const asks = new WeakMap<Db, Ask>();

// bigint ids and counts fit a JavaScript number; a day stays the text it is. Set for the whole process, because the
// ORM asks the driver's own table.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, String);

/** Connects a pool of pipelining connections as the application role. */
export function connect({ url, max = 16 }: { url: string; max?: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced at the next request; without a listener it would end the process.
  pool.on('error', () => {});
  // One that breaks in the middle of a transaction fails its queries, which tell the person; the event itself says no more.
  pool.on('connect', (client) => void client.on('error', () => {}));

  async function read<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const pipeline = new Pipeline();
    const { db, shut } = open((...statement) => pipeline.add(...statement));
    const entered = pipeline.add(entryOf(actor, { isReadOnly: true }));
    const result = settle(() => work(db));
    // What the work asks for in its first turns of the event loop's microtasks travels in the same packet.
    setImmediate(() => {
      shut();
      client.query(pipeline as never);
    });
    const [end, entry, answer] = await Promise.allSettled([pipeline.ended, entered, result]);
    client.release(end.status === 'rejected' && isConnectionLost(end.reason));
    for (const step of [entry, end, answer]) if (step.status === 'rejected') throw translate(step.reason);
    return result;
  }

  async function transaction<T>(
    begin: (client: pg.PoolClient) => Promise<unknown>,
    work: (tx: Tx) => Promise<T>,
    start = 'begin',
  ): Promise<T> {
    const client = await pool.connect();
    const { db, shut } = open((...statement) => client.query(...statement));
    let result: Promise<T>;
    const begun = client.query(start);
    const entered = begin(client);
    try {
      result = settle(() => work(db));
      await Promise.all([begun, entered, result]);
    } catch (error) {
      shut();
      await Promise.allSettled([begun, entered, result!]);
      const undone = await Promise.allSettled([client.query('rollback')]);
      client.release(undone[0].status === 'rejected');
      throw await firstCause([begun, entered], error);
    }
    shut();
    try {
      const { command } = await client.query('commit');
      // A work that swallowed a database error leaves an aborted transaction, whose commit is a silent rollback.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a query in it had failed.');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
    return result;
  }

  return {
    read,
    write: (actor, work) => transaction((client) => client.query(entryOf(actor)), work),
    snapshot: (actor, work) =>
      transaction((client) => client.query(entryOf(actor)), work, 'begin isolation level repeatable read'),
    anonymous: (work) => transaction((client) => client.query(entryAs([])), work),
    asSystem: (institutionIds, work) => transaction((client) => client.query(entryAs(institutionIds)), work),
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * Runs a statement that was rendered once, under a name the server keeps prepared; rows come as objects keyed by
 * column alias. For the few hottest reads; everything else is an ordinary drizzle query.
 */
export async function rows<Row>(db: Db, statement: { name?: string; text: string }, values: unknown[]): Promise<Row[]> {
  const ask = asks.get(db);
  if (!ask) throw new Error('rows() takes the database of a running transaction.');
  return (await ask({ ...statement, values })).rows as Row[];
}

/** A drizzle query rendered to text and values. */
export const render = (query: { getSQL(): Parameters<PgDialect['sqlToQuery']>[0] }) =>
  dialect.sqlToQuery(query.getSQL());

type Ask = (statement: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** A database bound to this transaction alone: used after its end it throws, so that no query slips into another's. */
function open(ask: Ask): { db: Db; shut: () => void } {
  let isOpen = true;
  const query: Ask = (statement, values) =>
    isOpen
      ? ask(statement, values)
      : Promise.reject(new Error('This transaction has ended: issue all queries of a read at once.'));
  const session = new NodePgSession({ query } as never, dialect, undefined, {});
  const db = new NodePgDatabase(dialect, session, undefined) as Db;
  asks.set(db, query);
  return {
    db,
    shut: () => {
      isOpen = false;
    },
  };
}

/** The first statement of a person's transaction: the session is checked and the institutions are set for its length. */
function entryOf(actor: Actor, { isReadOnly = false } = {}): pg.QueryConfig {
  const ids = actor.institutions.map(({ id }) => id);
  const { name, text } = isReadOnly ? entries.read : entries.write;
  if (!actor.token) return entryAs(ids, { name, text });
  return {
    name,
    text: `select akada_verify($1, $2), ${text('$3')}`,
    values: [actor.token, actor.version, listOf(ids)],
  };
}

const entries = {
  write: { name: 'enter', text: (ids: string) => `set_config('akada.institutions', ${ids}, true)` },
  read: {
    name: 'look',
    text: (ids: string) =>
      `set_config('akada.institutions', ${ids}, true), set_config('transaction_read_only', 'on', true)`,
  },
};

/** The same without a session to check. */
const entryAs = (institutionIds: number[], { name, text } = entries.write): pg.QueryConfig => ({
  name: `${name} as`,
  text: `select ${text('$1')}`,
  values: [listOf(institutionIds)],
});

const listOf = (ids: number[]) => `{${ids.join(',')}}`;

/** Starts the work now and turns a synchronous throw into a rejection. */
const settle = <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error as Error);
  }
};

/** When the entry failed, everything behind it failed too: the entry's error is the one to tell. */
async function firstCause(steps: Promise<unknown>[], otherwise: unknown) {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected');
  return translate(failed ? failed.reason : otherwise);
}

function translate(error: unknown): unknown {
  const code = databaseError(error)?.code;
  if (code === 'AK001') return new SignedOut();
  if (code === 'AK002') return new StaleActor();
  return error;
}

const isConnectionLost = (error: unknown) => {
  const code = databaseError(error)?.code;
  return !(code && code !== '57P01');
};
