import { SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cachedByKey } from '../cached-by-key.ts';
import type { JsonOptions, JsonPage } from './json-rows.ts';
import { planName, prepared, render, type Statement } from './statements.ts';
import { clientOf, pipelineOf, type Db } from './transaction.ts';

const isTest = process.env['NODE_ENV'] === 'test';

type Planner = (asked: SQL) => Statement;
type Template<Row> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

/**
 * Runs SQL and returns its rows, keyed by alias: `query<Row>(db)\`select …\``, or `query<Row>(db, statement)` where the
 * statement is built elsewhere. SQL has few different texts and keeps its plan on the server, because in a short write
 * planning costs as much as running; `render`, `unprepared` and `prepared` plan otherwise. `row` is the schema of the
 * rows: tests parse every row by it, production trusts it.
 */
export function query<Row>(db: Db, planner?: Planner): Template<Row>;
export function query<Row>(db: Db, statement: SQL | Statement, row?: z.ZodType<Row>): Promise<Row[]>;
export function query<Row>(db: Db, asked?: Planner | SQL | Statement, row?: z.ZodType<Row>) {
  if (asked && typeof asked !== 'function') return run(db, asked, row);
  return (text: TemplateStringsArray, ...values: unknown[]) => {
    const written = sql(text, ...values);
    return run<Row>(db, asked ? asked(written) : written);
  };
}

async function run<Row>(db: Db, asked: SQL | Statement, row?: z.ZodType<Row>): Promise<Row[]> {
  const { name, text, values } = asked instanceof SQL ? withName(asked) : asked;
  const { rows } = await clientOf(db).query({ name, text, values }).catch(fromHere);
  if (isTest && row) for (const one of rows) row.parse(one);
  return rows as Row[];
}

/** The error comes from the socket; who asked is what helps to find its cause. */
function fromHere(error: Error): never {
  Error.captureStackTrace(error, fromHere);
  throw error;
}

function withName(asked: SQL): Statement {
  const { text, values } = render(asked);
  return { name: planName(text, true), text, values };
}

/**
 * The same in a read for rows that stay JSON, which a page sends unchanged: for lists. The statement object can be
 * reused; its name stands for its text and these options.
 */
export const queryJson = <Row>(db: Db, statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> =>
  pipelineOf(db).addJson<Row>(statement, options);

interface DrizzleQuery<Rows> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<Rows> };
}

/** Runs a Drizzle query whose text does not depend on its values, with a plan that stays prepared on the server. */
export const prepareOnce = <Rows>(built: DrizzleQuery<Rows>): Promise<Rows> =>
  built.prepare(planName(built.toSQL().sql, true)!).execute();

type Settings = Readonly<Record<string, string>>;

const settingOf = cachedByKey((settings: Settings) => {
  const all = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return prepared(sql`select ${sql.join(all, sql`, `)}`);
});

/** PostgreSQL settings for the rest of a read. Reuse the object: its statement is built once. */
export const configure = (db: Db, settings: Settings): Promise<void> => pipelineOf(db).addSilent(settingOf(settings));

/**
 * For work on many rows that the same transaction has just written: the planner has no statistics of them, takes them for
 * one row each, and would compare all with all. Joins by hash do not depend on that.
 */
export async function withoutNestedLoops<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') => tx.execute(sql`select set_config('enable_nestloop', ${value}, true)`);
  await set('off');
  const result = await work();
  await set('on');
  return result;
}
