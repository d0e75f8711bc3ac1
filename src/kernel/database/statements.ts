import { fillPlaceholders } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Statement } from './pipeline.ts';

export const dialect = new PgDialect({ casing: 'snake_case' });

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
export function kept(statement: pg.QueryConfig): pg.QueryConfig {
  const { name, text } = statement;
  if (name !== undefined) return statement;
  if (seen.has(text)) return { ...statement, name: keptName(text) };
  if (seen.size < 2000) seen.add(text);
  return statement;
}
