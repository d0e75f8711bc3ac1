import { createHash } from 'node:crypto';
import { fillPlaceholders, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** A statement whose message is encoded once and reused with the object: text, name and values must not change. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
  message?: Buffer;
}

export const dialect = new PgDialect({ casing: 'snake_case' });

/** SQL as text and values. In a read its plan is cached from its second use, in a write it is planned each time. */
export function render(query: { getSQL(): Parameters<PgDialect['sqlToQuery']>[0] }): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query.getSQL());
  return { text, values };
}

/** The same, always planned for its values. */
export const unprepared = (query: Parameters<typeof render>[0]): Statement => ({ name: '', ...render(query) });

/** The same with a plan that PostgreSQL caches by name: for pages with at most some hundreds of different texts. */
export function prepared(query: Parameters<typeof render>[0]): Statement {
  const { text, values } = render(query);
  return { name: planName(text), text, values };
}

/** A statement rendered once, with values for `sql.placeholder`. */
export const filled = ({ name, text, values }: Statement, given: Record<string, unknown>): Statement => ({
  name,
  text,
  values: fillPlaceholders(values, given),
});

const names = new Map<string, string>();

/** Filters make many texts of a page's query. */
const atMost = 300;

/**
 * The name under which PostgreSQL caches a text's plan. Every connection caches every one, so their number must be
 * limited; `isFixed` says that the code does.
 */
export function planName(text: string, isFixed = false): string | undefined {
  const known = names.get(text);
  if (known || (!isFixed && names.size >= atMost)) return known;
  // Processes behind a pooler share connections: a counter in each would give two texts the same name.
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, made);
  return made;
}

/**
 * `column = any (ids)`, for statements that stay planned: the length of an array is unknown to a kept plan, so PostgreSQL
 * would plan each time.
 */
export const isOneOf = (column: SQLWrapper, ids: readonly number[]): SQL =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any (${sql.param(ids)}::bigint[])`;

const seen = new Set<string>();

/**
 * A page's query usually returns with other values, so it gets a name at its second use. Lists of ids rarely have the
 * same length twice.
 */
export function withPlanName(statement: pg.QueryConfig): pg.QueryConfig {
  const { name, text } = statement;
  if (name !== undefined) return statement;
  if (seen.has(text)) return { ...statement, name: planName(text) };
  if (seen.size < 2000) seen.add(text);
  return statement;
}
