import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import type { Filters, Narrowing } from './filters.ts';
import type { Part } from './visible-parts.ts';

/** A drizzle query without its condition. */
export interface Selection<Row> {
  where(condition: SQL | undefined): {
    orderBy(...order: SQL[]): { limit(limit: number): Page<Row> };
  };
}
export interface Page<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<Row[]> };
}

export interface Declaration<Row, All extends Filters> {
  /** The columns and joins. With `sortKey`, the rows include it. */
  select: (db: Db, actor: Actor, institutionId: number | undefined) => Selection<Row>;
  id: SQLWrapper;
  /** The sort order, ties by id; latest first by default. */
  sortKey?: SQLWrapper;
  /**
   * Instead: what a filter always holds to one value, by a range. An index of it and the id gives the latest of that value
   * in order; by the id alone PostgreSQL would pass all rows of other values that are later.
   */
  within?: SQLWrapper;
  /** The rows that the user may know exist. Every page starts here. */
  visible: (actor: Actor, wanted?: number) => Part[];
  filters: All;
  pageSize?: number;
  /** The statement is built once for each actor and address: for lists opened often, whose conditions don't contain today. */
  isKept?: boolean;
  /** With `isKept`: the list's page only sends its rows on, so they stay JSON. `props` must not look into them. */
  staysJson?: boolean;
}

export interface ListRequest<Values> {
  url: string;
  query: Values;
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
}

export interface Asked {
  institution_id?: number;
  after?: string | number;
}
/** One page of one of the actor's parts, behind a row of the page before. */
export interface Question<Values> {
  values: Values;
  at: number;
  most: number;
  position: Position | null;
}
export type Position = Partial<Record<'key' | 'id', unknown>>;
export const place: Position = { key: sql.placeholder('key'), id: sql.placeholder('id') };

/** The props of every list page. */
export interface ListProps<Row, Values> extends Narrowing {
  rows: Row[];
  /** The address of the next page. */
  next: string | null;
  filter: Values;
}

/** The props of the page of a declared list. */
export type PropsOfList<List extends { props: (...args: never[]) => unknown }> = Awaited<ReturnType<List['props']>>;
