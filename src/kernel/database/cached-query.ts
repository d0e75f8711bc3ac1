import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import { askOf, openDatabase, rows, type Ask } from './ask.ts';
import { cachedByActor } from './cached.ts';
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

/** The same for SQL, whose rows are objects keyed by alias. */
export function cachedRows<Row>(
  build: (actor: Actor) => SQL,
): (db: Db, actor: Actor, given: Record<string, unknown>) => Promise<Row[]> {
  const cached = cachedByActor<Statement>();
  return (db, actor, given) => {
    const { name, text, values } = filled(
      cached(actor, {}, () => prepared(build(actor))),
      given,
    );
    return rows<Row>(db, { ...(name && { name }), text }, values);
  };
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
