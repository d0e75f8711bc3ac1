import { sql, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { filled, queryJson, prepared, type Db } from '../database.ts';
import { cachedByActor } from '../database/cached.ts';
import type { JsonPage } from '../database/json-rows.ts';
import type { Statement } from '../database/statements.ts';

/** What every drizzle select has, and its narrowed types forget. */
interface Select extends SQLWrapper {
  getSelectedFields(): Record<string, unknown>;
}

/**
 * A list's query, built once for each actor and question, whose rows stay JSON. Its columns have to be what JSON can say
 * as PostgreSQL writes it: no numeric, no time.
 */
export function jsonPages<Question extends object, Row>(
  build: (db: Db, actor: Actor, question: Question) => unknown,
  atMost: number,
): (db: Db, actor: Actor, question: Question, given: Record<string, unknown>) => Promise<JsonPage<Row>> {
  const cached = cachedByActor<Statement>();
  return (db, actor, question, given) => {
    const statement = cached(actor, question, () => {
      const query = build(db, actor, question) as Select;
      const columns = Object.keys(query.getSelectedFields()).map((key) => sql.identifier(key));
      return prepared(sql`select * from (${query.getSQL()}) listed(${sql.join(columns, sql`, `)})`);
    });
    return queryJson<Row>(db, filled(statement, given), { atMost, unseen: ['sortKey'] });
  };
}
