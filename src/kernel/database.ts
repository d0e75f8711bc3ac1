import { fillPlaceholders, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession } from 'drizzle-orm/node-postgres/session';
import pg from 'pg';
import type { Actor } from './actor.ts';
import { keptByKey } from './database/kept.ts';
import { databaseError, SignedOut, Uncertain } from './errors.ts';
import type { JsonOptions, JsonPage } from './database/json-rows.ts';
import { Pipeline, type Statement } from './database/pipeline.ts';
import { listener, type Listener } from './postgres/listen.ts';
import { watch } from './postgres/watch.ts';
import { WireClient } from './database/wire.ts';

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
  /** What others tell by NOTIFY on a channel, as long as somebody listens. */
  listen: Listener['listen'];
  close(): Promise<void>;
}

const dialect = new PgDialect({ casing: 'snake_case' });
const asks = new WeakMap<Db, Ask>();
const pipelines = new WeakMap<Db, Pipeline>();

// bigint ids and counts fit a JavaScript number; a day stays the text it is. Set for the whole process, because the
// ORM asks the driver's own table.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, String);

interface Connected {
  url: string;
  max?: number;
  /** Milliseconds that a statement of a page's read may take. All others have the role's own limit. */
  readTimeout?: number;
}

/** Connects a pool of pipelining connections as the application role. */
export function connect({ url, max = 16, readTimeout = 5000 }: Connected): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    Client: WireClient,
    idleTimeoutMillis: 60_000,
    // As long a wait for a free connection as for a new one; then the person is told.
    connectionTimeoutMillis: 5_000,
  } as pg.PoolConfig);
  const watched = watch(pool, url);
  // An idle connection that breaks is replaced at the next request; without a listener it would end the process.
  pool.on('error', () => {});
  // One that breaks in the middle of a transaction fails its queries, which tell the person; the event itself says no more.
  pool.on('connect', (client) => void client.on('error', () => {}));

  const readEntryOf = readEntries(readTimeout);

  async function read<T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> {
    const client = await watched.connect();
    const pipeline = new Pipeline();
    const { db, shut } = open((statement, values) => pipeline.add(kept(statement), values));
    pipelines.set(db, pipeline);
    const entered = pipeline.addSilent(readEntryOf(actor));
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
    const client = await watched.connect();
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
    const { command } = await client.query('commit').catch((error: unknown) => {
      client.release(true);
      // The word was given and no answer came: nobody here knows whether it was kept.
      throw isConnectionLost(error) ? new Uncertain({ cause: error }) : error;
    });
    client.release(command !== 'COMMIT');
    // A work that swallowed a database error leaves an aborted transaction, whose commit is a silent rollback.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a query in it had failed.');
    return result;
  }

  const ear = listener(url, (channel, payload) =>
    pool.query('select pg_notify($1, $2)', [channel, payload]).then(() => {}),
  );
  return {
    read,
    write: (actor, work) => transaction((client) => client.query(entryOf(actor)), work),
    snapshot: (actor, work) =>
      transaction((client) => client.query(entryOf(actor)), work, 'begin isolation level repeatable read'),
    anonymous: (work) => transaction((client) => client.query(entryAs([])), work),
    asSystem: (institutionIds, work) => transaction((client) => client.query(entryAs(institutionIds)), work),
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: ear.listen,
    async close() {
      await ear.close();
      await watched.end();
    },
  };
}

/**
 * Runs a statement that was rendered once, under a name the server keeps prepared; rows come as objects keyed by
 * column alias. For the few hottest reads; everything else is an ordinary drizzle query.
 */
export async function rows<Row>(db: Db, statement: { name?: string; text: string }, values: unknown[]): Promise<Row[]> {
  return (await askOf(db)({ ...statement, values })).rows as Row[];
}

/** How a running transaction is asked. */
export function askOf(db: Db): Ask {
  const ask = asks.get(db);
  if (!ask) throw new Error('This takes the database of a running transaction.');
  return ask;
}

/**
 * The same, but the rows stay the JSON that a page sends: for lists. The statement's object may be kept and given again;
 * its name stands for its text and for these options.
 */
export const jsonRows = <Row>(db: Db, statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> =>
  pipelineOf(db).addJson<Row>(statement, options);

type Settings = Readonly<Record<string, string>>;
const settingOf = keptByKey((settings: Settings) => {
  const all = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return prepared(sql`select ${sql.join(all, sql`, `)}`);
});

/** PostgreSQL's settings for what follows in a read. Keep the object: its statement is made once. */
export const configure = (db: Db, settings: Settings): Promise<void> => pipelineOf(db).addSilent(settingOf(settings));

function pipelineOf(db: Db): Pipeline {
  const pipeline = pipelines.get(db);
  if (!pipeline) throw new Error('This takes the database of a read.');
  return pipeline;
}

/** A drizzle query rendered to text and values. */
export const render = (query: { getSQL(): Parameters<PgDialect['sqlToQuery']>[0] }) =>
  dialect.sqlToQuery(query.getSQL());

/** A query rendered to be planned anew each time. */
export function unprepared(query: Parameters<typeof render>[0]): Statement {
  const { sql: text, params: values } = render(query);
  return { name: '', text, values };
}

/** The same under a name that PostgreSQL keeps planned: for texts of which a page has some hundreds at most. */
export function prepared(query: Parameters<typeof render>[0]): Statement {
  const statement = unprepared(query);
  statement.name = keptName(statement.text);
  return statement;
}

/** A statement rendered once, with values in the places that `sql.placeholder` left. */
export const filled = ({ name, text, values }: Statement, given: Record<string, unknown>): Statement => ({
  name,
  text,
  values: fillPlaceholders(values, given),
});

const names = new Map<string, string>();

/** The name under which PostgreSQL keeps a text's plan. Each connection keeps each: there must not be any number of them. */
export function keptName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= 300) return known;
  const made = `kept ${names.size}`;
  names.set(text, made);
  return made;
}

const seen = new Set<string>();

/** A page's query comes again with other values: from the second time on under a name. A list of ids is seldom as long again. */
function kept(statement: pg.QueryConfig): pg.QueryConfig {
  const { name, text } = statement;
  if (name !== undefined) return statement;
  if (seen.has(text)) return { ...statement, name: keptName(text) };
  if (seen.size < 2000) seen.add(text);
  return statement;
}

export type Ask = (statement: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** A database bound to this transaction alone: used after its end it throws, so that no query slips into another's. */
function open(ask: Ask): { db: Db; shut: () => void } {
  let isOpen = true;
  const query: Ask = (statement, values) =>
    isOpen
      ? ask(statement, values)
      : Promise.reject(new Error('This transaction has ended: issue all queries of a read at once.'));
  const db = openDatabase(query);
  asks.set(db, query);
  return {
    db,
    shut: () => {
      isOpen = false;
    },
  };
}

/** drizzle over something that takes statements as pg's client does. */
export const openDatabase = (query: Ask): Db =>
  new NodePgDatabase(dialect, new NodePgSession({ query } as never, dialect, undefined, {}), undefined) as Db;

/** The first statement of a person's transaction: the session is checked and the institutions are set for its length. */
function entryOf(actor: Actor, { name, text } = entries.write): Statement {
  const ids = actor.institutions.map(({ id }) => id);
  if (!actor.token) return entryAs(ids, { name, text });
  return {
    name,
    text: `select akada_verify($1, $2), ${text('$3')}`,
    values: [actor.token, actor.version, listOf(ids)],
  };
}

/** The same for a read, kept as long as the actor: each page begins with it. */
function readEntries(timeout: number): (actor: Actor) => Statement {
  const entry = {
    name: 'look',
    text: (ids: string) =>
      `${entries.write.text(ids)}, set_config('transaction_read_only', 'on', true),
        set_config('statement_timeout', '${timeout}', true)`,
  };
  const known = new WeakMap<Actor['institutions'], { actor: Actor; statement: Statement }>();
  return (actor) => {
    const found = known.get(actor.institutions);
    if (found && found.actor.token === actor.token && found.actor.version === actor.version) return found.statement;
    const statement = entryOf(actor, entry);
    known.set(actor.institutions, { actor, statement });
    return statement;
  };
}

const entries = {
  write: { name: 'enter', text: (ids: string) => `set_config('akada.institutions', ${ids}, true)` },
};

/** The same without a session to check. */
const entryAs = (institutionIds: number[], { name, text } = entries.write): Statement => ({
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
