import { and, asc, desc, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor } from '../actor.ts';
import { bounded } from '../database/bounded.ts';
import { cachedQuery } from '../database/cached-query.ts';
import type { Db } from '../database.ts';
import { id, queryParam } from '../schemas.ts';
import { cursorLength, nextAddress, readCursor, writeCursor } from './cursor.ts';
import { declareFilters, type Filters, type Narrowing } from './filters.ts';
import { viewFields } from './view-fields.ts';
import type { Part } from './visible-parts.ts';

/** A drizzle query without its condition. */
interface Selection<Row> {
  where(condition: SQL | undefined): {
    orderBy(...order: SQL[]): { limit(limit: number): Page<Row> };
  };
}
interface Page<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<Row[]> };
}

interface Declaration<Row, All extends Filters> {
  /** The columns and joins. With `sortKey`, the rows include it. */
  select: (db: Db, actor: Actor, institutionId: number | undefined) => Selection<Row>;
  id: SQLWrapper;
  /** The sort order, ties by id; latest first by default. */
  sortKey?: SQLWrapper;
  /** The rows that the user may know exist. Every page starts here. */
  visible: (actor: Actor, wanted?: number) => Part[];
  filters: All;
  pageSize?: number;
  /** The statement is built once for each actor and address: for lists opened often, whose conditions don't contain today. */
  isKept?: boolean;
}

interface ListRequest<Values> {
  url: string;
  query: Values;
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
}

interface Asked {
  institution_id?: number;
  after?: string | number;
}
/** One page of one of the actor's parts, behind a row of the page before. */
interface Question<Values> {
  values: Values;
  at: number;
  most: number;
  position: Position | null;
}
type Position = Partial<Record<'key' | 'id', unknown>>;
const place: Position = { key: sql.placeholder('key'), id: sql.placeholder('id') };

/** A list with pages: the schema of its address, its rows, and the props of its page. */
export function declareList<Row extends { id: number; sortKey?: string }, All extends Filters>(
  list: Declaration<Row, All>,
) {
  const { pageSize = 50, sortKey } = list;
  const order = sortKey ? [asc(sortKey), asc(list.id)] : [desc(list.id)];
  const behind = ({ key, id: last }: Position) =>
    sortKey ? sql`(${sortKey}, ${list.id}) > (${key}, ${last}::bigint)` : sql`${list.id} < ${last}::bigint`;
  const filters = declareFilters<void, All>(list.filters);
  const after = sortKey ? z.string().max(cursorLength).optional() : queryParam(id);
  const Filter = z.object({ ...viewFields, after, ...filters.shape });
  type Values = z.infer<typeof Filter>;

  function pageOf(db: Db, actor: Actor, { values, at, most, position }: Question<Values>): Page<Row> {
    const { institution_id: wanted } = values as Asked;
    const { where, timeZone } = list.visible(actor, wanted)[at]!;
    const narrowed = filters.conditions(values, undefined, { actor, timeZone, institutionId: wanted });
    return list
      .select(db, actor, wanted)
      .where(and(where, position ? behind(position) : undefined, ...narrowed))
      .orderBy(...order)
      .limit(asText(most));
  }
  const keptPage = cachedQuery<Question<Values>, Row[]>((db, actor, question) =>
    pageOf(db, actor, { ...question, position: question.position && place }),
  );
  const ask = (db: Db, actor: Actor, { position, ...question }: Question<Values>) =>
    list.isKept
      ? keptPage(db, actor, { ...question, position: position && {} }, { ...position })
      : pageOf(db, actor, { ...question, position });

  async function readPage(db: Db, actor: Actor, asked: Values) {
    const { after, ...others } = asked as Values & Asked;
    const values = others as Values;
    const position = sortKey ? readCursor(after as string | undefined) : after ? { id: after } : null;
    const parts = list.visible(actor, others.institution_id);
    const { rows, isMore } = await bounded(pageSize, async (most) => {
      const found = await Promise.all(parts.map((_, at) => ask(db, actor, { values, at, most, position })));
      return parts.length === 1 ? found[0]! : found.flat().toSorted((one, other) => other.id - one.id);
    });
    return { rows: rows as Omit<Row, 'sortKey'>[], after: isMore ? cursorOf(rows.at(-1)!) : null };
  }

  const cursorOf = ({ id: last, sortKey: key }: Row) =>
    key === undefined ? last : writeCursor({ key, id: last, part: 1 });

  /** The conditions for reading all rows of the address: a count or a file. */
  const conditions = (actor: Actor, values: object) => {
    const { institution_id } = values as Asked;
    const context = (timeZone?: string) => ({ actor, timeZone, institutionId: institution_id });
    return list
      .visible(actor, institution_id)
      .map(({ where, timeZone }) =>
        and(where, ...filters.conditions(values as Record<string, unknown>, undefined, context(timeZone))),
      );
  };

  /** The props of the list's page; `more` is read with the rows, with the verified actor. */
  async function props<More extends object = object>(
    request: ListRequest<Values>,
    more?: (db: Db, actor: Actor, values: Values) => Promise<More> | More,
  ): Promise<ListProps<Omit<Row, 'sortKey'>, Omit<Values, 'after'>> & More> {
    const { after: _, ...filter } = request.query as Values & { after?: unknown };
    const [page, others] = await request.read((db, actor) => {
      // Rejects instead of throwing: otherwise nobody would await the rows beside it.
      const asMore = async () => more?.(db, actor, request.query);
      return Promise.all([readPage(db, actor, request.query), asMore()]);
    });
    return {
      ...{ rows: page.rows, next: nextAddress(request.url, page.after), filter: filter as Omit<Values, 'after'> },
      ...filters.narrowing(filter),
      ...(others as More),
    };
  }

  return { Filter, readPage, conditions, props };
}

/** The props of every list page. */
export interface ListProps<Row, Values> extends Narrowing {
  rows: Row[];
  /** The address of the next page. */
  next: string | null;
  filter: Values;
}

/** The props of the page of a declared list. */
export type PropsOfList<List extends { props: (...args: never[]) => unknown }> = Awaited<ReturnType<List['props']>>;

/** Written out: a plan for any number of rows would sort the whole table instead of walking an index. */
const asText = (limit: number) => sql.raw(String(limit)) as unknown as number;
