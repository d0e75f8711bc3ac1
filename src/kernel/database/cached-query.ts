import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import { cachedByActor } from './cached.ts';
import { filled, planName, prepared, type Statement } from './statements.ts';
import { clientOf, openDatabase, type QueryClient } from './transaction.ts';

/** Placeholder for the id in the queries of a record. */
export const recordId = sql.placeholder('id');

interface Prepared<Rows> {
  execute(given: Record<string, unknown>): Promise<Rows>;
}
interface Query<Rows> {
  toSQL(): { sql: string };
  prepare(name: string): Prepared<Rows>;
}

/**
 * Renders SQL once for each actor, then fills in other values for `sql.placeholder`. `build` may depend only on the actor's
 * institutions.
 */
export function cachedStatement(
  build: (actor: Actor) => SQL,
): (actor: Actor, given: Record<string, unknown>) => Statement {
  const cached = cachedByActor<Statement>();
  return (actor, given) =>
    filled(
      cached(actor, {}, () => prepared(build(actor))),
      given,
    );
}

// Drizzle binds a prepared query to the connection it was built on: here a proxy that forwards to the current
// transaction.
let current: QueryClient | undefined;
const forwarding = openDatabase({
  query(...statement) {
    if (!current) throw new Error('Drizzle did not send the query at once.');
    return current.query(...statement);
  },
});

/**
 * Builds a query once for each actor and key, then runs it with other values for `sql.placeholder`. For records, where
 * Drizzle takes longer to build the queries than PostgreSQL to answer them. `build` may depend only on its arguments
 * and the actor's institutions, so it is defined outside the function that knows the id.
 */
export function cachedQuery<Question extends object, Rows>(
  build: (db: Db, actor: Actor, question: Question) => Query<Rows>,
): (db: Db, actor: Actor, question: Question, given: Record<string, unknown>) => Promise<Rows> {
  const cached = cachedByActor<Prepared<Rows>>();
  return (db, actor, question, given) => {
    const prepared = cached(actor, question, () => {
      const query = build(forwarding, actor, question);
      return query.prepare(planName(query.toSQL().sql) ?? '');
    });
    current = clientOf(db);
    try {
      return prepared.execute(given);
    } finally {
      current = undefined;
    }
  };
}
