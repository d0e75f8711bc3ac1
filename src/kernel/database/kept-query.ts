import { sql } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { askOf, keptName, openDatabase, type Ask, type Db } from '../database.ts';
import { keptByActor } from './kept.ts';

/** Where the queries of a record take its id. */
export const recordId = sql.placeholder('id');

interface Prepared<Rows> {
  execute(given: Record<string, unknown>): Promise<Rows>;
}
interface Query<Rows> {
  toSQL(): { sql: string };
  prepare(name: string): Prepared<Rows>;
}

// drizzle binds a prepared query to the connection it was built on: to this one, which passes it to the transaction at work.
let asking: Ask | undefined;
const passing = openDatabase((...statement) => {
  if (!asking) throw new Error('drizzle did not send the query at once.');
  return asking(...statement);
});

/**
 * A query built once for each person and question, and run with other values in the places of `sql.placeholder`: for
 * records, where drizzle takes longer to build the queries than PostgreSQL to answer them. `build` may depend on nothing
 * but what it is handed, and on the actor's institutions alone; so it stands outside the function that knows the id.
 */
export function keptQuery<Question extends object, Rows>(
  build: (db: Db, actor: Actor, question: Question) => Query<Rows>,
): (db: Db, actor: Actor, question: Question, given: Record<string, unknown>) => Promise<Rows> {
  const kept = keptByActor<Prepared<Rows>>();
  return (db, actor, question, given) => {
    const prepared = kept(actor, question, () => {
      const query = build(passing, actor, question);
      return query.prepare(keptName(query.toSQL().sql) ?? '');
    });
    asking = askOf(db);
    try {
      return prepared.execute(given);
    } finally {
      asking = undefined;
    }
  };
}
