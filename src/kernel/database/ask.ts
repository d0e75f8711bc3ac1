import { sql, type SQL } from 'drizzle-orm';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession } from 'drizzle-orm/node-postgres/session';
import type pg from 'pg';
import { cachedByKey } from './cached.ts';
import type { JsonOptions, JsonPage } from './json-rows.ts';
import type { Pipeline, Statement } from './pipeline.ts';
import { dialect, planName, prepared, unprepared } from './statements.ts';
import type { Db } from '../database.ts';

const asks = new WeakMap<Db, Ask>();

const pipelines = new WeakMap<Db, Pipeline>();

/**
 * Runs a statement that was rendered once, under a name that stays prepared on the server; rows are objects keyed by
 * column alias. Only for the few hottest reads; everything else is an ordinary drizzle query.
 */
export async function rows<Row>(db: Db, statement: { name?: string; text: string }, values: unknown[]): Promise<Row[]> {
  return (await askOf(db)({ ...statement, values })).rows as Row[];
}

/**
 * Runs a statement of which there are few different texts, with a plan that stays prepared on the server: in a short
 * write, planning costs as much as running.
 */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { text, values } = unprepared(query);
  return rows<Row>(db, { name: planName(text, true)!, text }, values);
}

interface Query<Rows> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<Rows> };
}

/** The same for a query of drizzle's, whose text does not depend on its values. */
export const planned = <Rows>(query: Query<Rows>): Promise<Rows> =>
  query.prepare(planName(query.toSQL().sql, true)!).execute();

/** The query interface of a running transaction. */
export function askOf(db: Db): Ask {
  const ask = asks.get(db);
  if (!ask) throw new Error('This takes the database of a running transaction.');
  return ask;
}

/**
 * The same, but rows stay JSON for a page to send: for lists. The statement object can be reused; its name stands for
 * its text and these options.
 */
export const jsonRows = <Row>(db: Db, statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> =>
  pipelineOf(db).addJson<Row>(statement, options);

type Settings = Readonly<Record<string, string>>;

const settingOf = cachedByKey((settings: Settings) => {
  const all = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return prepared(sql`select ${sql.join(all, sql`, `)}`);
});

/** PostgreSQL settings for the rest of a read. Reuse the object: its statement is built once. */
export const configure = (db: Db, settings: Settings): Promise<void> => pipelineOf(db).addSilent(settingOf(settings));

function pipelineOf(db: Db): Pipeline {
  const pipeline = pipelines.get(db);
  if (!pipeline) throw new Error('This takes the database of a read.');
  return pipeline;
}

export type Ask = (statement: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * A database bound to this transaction: it throws after the transaction ends, so that no query runs in another one. That
 * of a read comes with the pipeline that its queries are sent in.
 */
export function openDb(ask: Ask, pipeline?: Pipeline): { db: Db; shut: () => void } {
  let isOpen = true;
  const query: Ask = (statement, values) =>
    isOpen
      ? ask(statement, values)
      : Promise.reject(new Error('This transaction has ended: issue all queries of a read at once.'));
  const db = openDatabase(query);
  asks.set(db, query);
  if (pipeline) pipelines.set(db, pipeline);
  return {
    db,
    shut: () => {
      isOpen = false;
    },
  };
}

/** drizzle over anything with the interface of pg's client. */
export const openDatabase = (query: Ask): Db =>
  new NodePgDatabase(dialect, new NodePgSession({ query } as never, dialect, undefined, {}), undefined) as Db;
