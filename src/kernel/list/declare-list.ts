import { and, asc, desc, sql, type SQLWrapper, type SQL, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { bounded } from '../database/bounded.ts';
import { cachedQuery } from '../database/cached-query.ts';
import { id, queryParam } from '../schemas.ts';
import { cursorLength, nextAddress, readCursor, writeCursor } from './cursor.ts';
import { declareFilters, type Filters, type Narrowing } from './filters.ts';
import { viewFields } from './view-fields.ts';
import { type Actor, institutionsInView, membershipIn } from '../actor.ts';
import { filled, queryJson, prepared, type Db } from '../database.ts';
import { cachedByActor } from '../database/cached.ts';
import type { JsonPage } from '../database/json-rows.ts';
import type { Statement } from '../database/statements.ts';
import type { Permission } from '../permissions.ts';

/** A list with pages: the schema of its address, its rows, and the props of its page. */
export function declareList<Row extends { id: number; sortKey?: string }, All extends Filters>(
  list: Declaration<Row, All>,
) {
  const { pageSize = 50, sortKey, sortedBy, within } = list;
  const isRising = sortKey && sortedBy !== 'day';
  const direction = isRising ? asc : desc;
  const order = [...(within ? [desc(within)] : []), ...(sortKey ? [direction(sortKey)] : []), direction(list.id)];
  const beyond = sql.raw(isRising ? '>' : '<');
  const behind = ({ key, id: last }: Position) =>
    sortKey
      ? sql`(${sortKey}, ${list.id}) ${beyond} (${key}, ${last}::bigint)`
      : sql`${list.id} ${beyond} ${last}::bigint`;
  /** The order of two rows of different institutions. */
  const compare = (one: Row, other: Row) =>
    (isRising ? 1 : -1) * (one.sortKey === other.sortKey ? one.id - other.id : one.sortKey! < other.sortKey! ? -1 : 1);
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
  const placed = (db: Db, actor: Actor, question: Question<Values>) =>
    pageOf(db, actor, { ...question, position: question.position && place });
  const keptPage = cachedQuery<Question<Values>, Row[]>(placed);
  const jsonPage = jsonPages<Question<Values>, Omit<Row, 'sortKey'>>(placed, pageSize);
  const ask = (db: Db, actor: Actor, { position, ...question }: Question<Values>) =>
    list.isKept
      ? keptPage(db, actor, { ...question, position: position && {} }, { ...position })
      : pageOf(db, actor, { ...question, position });

  function positionIn(asked: Values) {
    const { after, ...others } = asked as Values & Asked;
    const position = sortKey ? readCursor(after as string | undefined, sortedBy) : after ? { id: after } : null;
    return { values: others as Values, position, wanted: others.institution_id };
  }

  async function readPage(db: Db, actor: Actor, asked: Values) {
    const { values, position, wanted } = positionIn(asked);
    const parts = list.visible(actor, wanted);
    const { rows, isMore } = await bounded(pageSize, async (most) => {
      const found = await Promise.all(parts.map((_, at) => ask(db, actor, { values, at, most, position })));
      return parts.length === 1 ? found[0]! : found.flat().toSorted(compare);
    });
    return { rows: rows as Omit<Row, 'sortKey'>[], after: isMore ? cursorOf(rows.at(-1)!) : null };
  }

  /** The same for a page: rows of one part may stay JSON. */
  async function readSent(db: Db, actor: Actor, asked: Values): ReturnType<typeof readPage> {
    const { values, position, wanted } = positionIn(asked);
    if (!list.staysJson || list.visible(actor, wanted).length !== 1) return readPage(db, actor, asked);
    const question = { values, at: 0, most: pageSize + 1, position: position && {} };
    const { rows, last, isMore } = await jsonPage(db, actor, question, { ...position });
    const after = isMore ? cursorOf({ ...(last as unknown as Row), id: Number(last!['id']) }) : null;
    // Only sent on, as JSON is.
    return { rows: rows as unknown as Row[], after };
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
      return Promise.all([readSent(db, actor, request.query), asMore()]);
    });
    return {
      rows: page.rows,
      next: nextAddress(request.url, page.after),
      filter: filter as Omit<Values, 'after'>,
      ...filters.narrowing(filter),
      ...(others as More),
    };
  }

  return { Filter, readPage, conditions, props };
}

/** Written out: a plan for any number of rows would sort the whole table instead of walking an index. */
const asText = (limit: number) => sql.raw(String(limit)) as unknown as number;

/** What every drizzle select has, and its narrowed types forget. */
interface Select extends SQLWrapper {
  getSelectedFields(): Record<string, unknown>;
}

/**
 * A list's query, built once for each actor and question, whose rows stay JSON. Its columns have to be what JSON can say
 * as PostgreSQL writes it: no numeric, no time.
 */
function jsonPages<Question extends object, Row>(
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
  /** What the sort key is: a text, or a day, of which the latest comes first. */
  sortedBy?: 'text' | 'day';
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

/** The props of every list page. */
export interface ListProps<Row, Values> extends Narrowing {
  rows: Row[];
  /** The address of the next page. */
  next: string | null;
  filter: Values;
}

/** The props of the page of a declared list. */
export type PropsOfList<List extends { props: (...args: never[]) => unknown }> = Awaited<ReturnType<List['props']>>;

/** Rows that are read together: of all institutions, or of one with its own clock. */
export interface Part {
  where: SQL | undefined;
  timeZone?: string;
}

/** The rows of the institutions in view in which the user has one of the permissions. */
export const inInstitutions =
  (column: SQLWrapper, ...permissions: Permission[]) =>
  (actor: Actor, wanted?: number): Part[] => [
    { where: inArray(column as never, institutionsInView(actor, wanted, ...permissions)) },
  ];

/** The same, but each institution is read from its own range of the index and with its own clock. */
export const inEachInstitution =
  (column: SQLWrapper, permission: Permission) =>
  (actor: Actor, wanted?: number): Part[] =>
    institutionsInView(actor, wanted, permission).map((institutionId) => ({
      where: eq(column as never, institutionId),
      timeZone: membershipIn(actor, institutionId)!.timeZone,
    }));
