import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import { askOf, jsonRows, openDatabase, rows, type Ask } from './ask.ts';
import { cachedByActor } from './cached.ts';
import type { JsonOptions, JsonPage } from './json-rows.ts';
import type { Statement } from './pipeline.ts';
import { filled, planName, prepared } from './statements.ts';

/** Placeholder for the id in the queries of a record. */
export const recordId = sql.placeholder('id');

interface Prepared<Rows> {
  execute(given: Record<string, unknown>): Promise<Rows>;
}
interface Query<Rows> {
  toSQL(): { sql: string };
  prepare(name: string): Prepared<Rows>;
}

type AskedBy<Answer> = (db: Db, actor: Actor, given: Record<string, unknown>) => Promise<Answer>;

/** The same for SQL, whose rows are objects keyed by alias. */
export function cachedRows<Row>(build: (actor: Actor) => SQL): AskedBy<Row[]> {
  const statementOf = cachedStatement(build);
  return (db, actor, given) => {
    const { name, text, values } = statementOf(actor, given);
    return rows<Row>(db, { ...(name && { name }), text }, values);
  };
}

/** The same with rows that stay JSON for a page to send: for tens of rows. */
export function cachedJson<Row>(build: (actor: Actor) => SQL, options: JsonOptions): AskedBy<JsonPage<Row>> {
  const statementOf = cachedStatement(build);
  return (db, actor, given) => jsonRows<Row>(db, statementOf(actor, given), options);
}

function cachedStatement(build: (actor: Actor) => SQL): (actor: Actor, given: Record<string, unknown>) => Statement {
  const cached = cachedByActor<Statement>();
  return (actor, given) =>
    filled(
      cached(actor, {}, () => prepared(build(actor))),
      given,
    );
}

// drizzle binds a prepared query to the connection it was built on: here a proxy that forwards to the current
// transaction.
let asking: Ask | undefined;
const passing = openDatabase((...statement) => {
  if (!asking) throw new Error('drizzle did not send the query at once.');
  return asking(...statement);
});

/**
 * Builds a query once for each actor and key, then runs it with other values for `sql.placeholder`. For records, where
 * drizzle takes longer to build the queries than PostgreSQL to answer them. `build` may depend only on its arguments
 * and the actor's institutions, so it is defined outside the function that knows the id.
 */
export function cachedQuery<Question extends object, Rows>(
  build: (db: Db, actor: Actor, question: Question) => Query<Rows>,
): (db: Db, actor: Actor, question: Question, given: Record<string, unknown>) => Promise<Rows> {
  const cached = cachedByActor<Prepared<Rows>>();
  return (db, actor, question, given) => {
    const prepared = cached(actor, question, () => {
      const query = build(passing, actor, question);
      return query.prepare(planName(query.toSQL().sql) ?? '');
    });
    asking = askOf(db);
    try {
      return prepared.execute(given);
    } finally {
      asking = undefined;
    }
  };
}
