import { and, or, sql, type SQL } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { prepared, query, unprepared, type Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Json } from '#kernel/database/json.ts';
import { cachedByActor } from '#kernel/database/cached.ts';
import { cursorLength, readCursor, writeCursor } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { declareFilters } from '#kernel/list/filters.ts';
import { searchText } from '#kernel/list/search.ts';
import type { Permission } from '#kernel/permissions.ts';
import { matches, patternsOf, placesFor, shapeOf, valuesFor } from '../search-patterns.ts';
import { soughtWords } from '../search-words.ts';
import { ofAddress } from './address.ts';
import type { PeopleFilters, PeopleTable } from './list-filters.ts';
import { wholeOrder } from './figure-order.ts';
import { sortKeyOf } from './list-order.ts';
import type { Asked, ListParts } from './list-parts.ts';
import { renderList } from './list-statement.ts';
import type { Address, Declaration, Values } from './people-declaration.ts';
import { restrictionsOf } from './restrictions.ts';
import { readListing, type Listing } from './search-both-ways.ts';

export const pageSize = 50;
/** Above this, a list shows 'more than'. */
export const countLimit = 100_000;
/** People that can be selected at once. */
export const selectionLimit = 5000;

/** A list of students, employees or guardians: its address, rows, count, and permissions. */
export function peopleList<Row, Table extends PeopleTable, All extends PeopleFilters<Table>>(
  list: Declaration<Table, All>,
) {
  const people = `${list.entity}s` as const;
  const search = { q: { type: searchText.optional(), where: () => undefined } };
  const filters = declareFilters<Table, typeof search & All>({ ...search, ...list.filters });
  const sorts = Object.keys(list.sorts).flatMap((key) => [key, `-${key}`]) as [string, ...string[]];
  const Fields = z.object({
    ...viewFields,
    ...list.parameters,
    ...filters.shape,
    sort: z.enum(sorts).default(sorts[0]),
    after: z.string().max(cursorLength).optional(),
  } as Address<All>);
  type Filter = z.infer<typeof Fields>;

  const words = list.words ?? ((_: Actor, { q }: { q?: string | undefined }) => soughtWords(q));
  const inView = (actor: Actor, wanted?: number) => institutionsInView(actor, wanted, ...list.seeing);
  const holdsEverywhere = (actor: Actor, permission: Permission, wanted?: number) =>
    inView(actor, wanted).every((id) => membershipIn(actor, id)!.permissions.has(permission));
  const matching = (table: Table, { actor, filter, patterns }: Asked): SQL[] => [
    ...patterns.map((either) => matches(table.searchText, either)),
    ...filters.conditions(filter, table, { actor, institutionId: filter.institution_id }),
  ];
  const isRepeated = (table: Table, asked: Asked) =>
    list.isRepeated?.(table, asked, (other) => matching(other, asked)) ?? null;
  const parts: ListParts<Table> = {
    ...list,
    cells: (table) => ({
      ...Object.fromEntries(list.columns.map((name) => [name, table[name] as never])),
      ...list.computed?.(table),
    }),
    seenWhole: (actor, wanted) => (holdsEverywhere(actor, list.seeingAll, wanted) ? inView(actor, wanted) : null),
    matching(table, asked) {
      const repeated = isRepeated(table, asked);
      // Checked row by row: `not` would become a join that compares the whole lists first.
      return [...matching(table, asked), ...(repeated ? [sql`${repeated} is false`] : [])];
    },
  };

  /** The same list is opened many times, so its statement is cached. */
  const listings = cachedByActor<Listing>();
  const shownAs = { atMost: pageSize, unseen: ['sortKey', 'part'] };

  async function page(db: Db, actor: Actor, filter: Filter): Promise<{ rows: Json<Row[]>; after: string | null }> {
    const values = filter as unknown as Values;
    const patterns = patternsOf(words(actor, values));
    const cursor = readCursor(values.after, sortKeyOf(list, values.sort));
    // Search words and cursors differ by page, but the statement stays the same.
    const question = { ...values, q: shapeOf(patterns), after: cursor?.part };
    const listing = listings(actor, question, () =>
      renderList(parts, { actor, filter: values, patterns: placesFor(patterns) }, cursor),
    );
    const found = await readListing<Row>(db, listing, { ...valuesFor(patterns), ...cursor }, shownAs);
    return { rows: found.rows, after: found.isMore ? afterLast(found.last!) : null };
  }

  /** The filter's condition and order, for readers of the whole list rather than a page. */
  function whole(actor: Actor, filter: object) {
    const values = filter as Values;
    const patterns = patternsOf(words(actor, values));
    const table = patterns.length ? list.findable : list.table;
    const asked = { actor, filter: values, patterns };
    const visible = or(...list.visible(actor, table, values.institution_id)) ?? sql`false`;
    return {
      table,
      asked,
      where: [visible, ...matching(table, asked)],
      orderBy: wholeOrder(list, actor, { sort: values.sort, table }),
    };
  }

  /** The number of matches. Counting stops past the limit. */
  async function count(db: Db, actor: Actor, filter: object): Promise<number> {
    const { table, asked, where } = whole(actor, filter);
    const repeated = isRepeated(table, asked);
    const condition = and(...where, repeated ? sql`not ${repeated}` : undefined);
    const counted = sql`select count(*) as total
      from (select from ${table} where ${condition} limit ${sql.raw(String(countLimit + 1))}) found`;
    // The best plan depends on how common the word is, so a search is planned each time.
    const statement = asked.patterns.length ? unprepared(counted) : prepared(counted);
    const [row] = await query<{ total: number }>(db, statement);
    return row!.total;
  }

  /** The ids of all matches, to select them without loading every page. */
  async function ids(db: Db, actor: Actor, filter: object): Promise<number[]> {
    const { table, where, orderBy } = whole(actor, filter);
    const query = db.select({ id: table.id }).from(table as PeopleTable) as unknown as PgSelect;
    const found = (await query
      .where(and(...where))
      .orderBy(...orderBy)
      .limit(selectionLimit + 1)) as { id: number }[];
    if (found.length > selectionLimit)
      throw new ValidationError('filters', `Choose at most 5,000 ${people} at once. Add a filter.`);
    return found.map(({ id }) => id);
  }

  /** The first matches of a search, for the palette and for choosing a person. */
  async function find(
    db: Db,
    actor: Actor,
    most: number,
    { q, institution_id }: { q: string; institution_id?: number | undefined },
  ) {
    const found = await page(db, actor, { q, institution_id, sort: sorts[0] } as unknown as Filter);
    return firstOf(found.rows.parse(), most);
  }

  const restricted = restrictionsOf(list, holdsEverywhere);

  return {
    people,
    entity: list.entity,
    seeing: list.seeing,
    groups: list.groups,
    Fields,
    Filter: ofAddress(Fields),
    narrowing: filters.narrowing,
    page,
    whole,
    count,
    ids,
    find,
    ...restricted,
  };
}

const afterLast = (last: Record<string, string | null>): string =>
  writeCursor({ key: last['sortKey'] ?? '', id: Number(last['id']), part: Number(last['part']) });

export type FilterOf<List extends { Fields: z.ZodType }> = z.infer<List['Fields']>;
