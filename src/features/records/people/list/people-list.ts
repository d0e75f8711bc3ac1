import { and, or, sql, type SQL } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { prepared, query, unprepared, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError, NotAllowed } from '#kernel/errors.ts';
import type { Json } from '#kernel/database/json.ts';
import { cachedByActor } from '#kernel/database/cached.ts';
import { cursorLength, readCursor, writeCursor } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { declareFilters, searchText } from '#kernel/list/filters.ts';
import type { Permission } from '#kernel/permissions.ts';
import { matches, patternsOf, placesFor, shapeOf, valuesFor, searchWords } from '../search-patterns.ts';
import {
  sortKeyOf,
  figureOf,
  type ListQuery,
  type ListParts,
  wholeOrder,
  type PeopleFilters,
  type PeopleTable,
  type Restriction,
  type Needs,
} from './list-order.ts';
import { renderList, readListing, type Listing } from './list-statement.ts';
import type { Address, Declaration, Values } from './people-declaration.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Entity } from '../people.schema.ts';
import { logFilter } from './log-filter.ts';

const pageSize = 50;
/** Above this, a list shows 'more than'. */
const countLimit = 100_000;
/** People that can be selected at once. */
const selectionLimit = 5000;

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

  const words = list.words ?? ((_: Actor, { q }: { q?: string | undefined }) => searchWords(q));
  const inView = (actor: Actor, wanted?: number) => institutionsInView(actor, wanted, ...list.seeing);
  const holdsEverywhere = (actor: Actor, permission: Permission, wanted?: number) =>
    inView(actor, wanted).every((id) => membershipIn(actor, id)!.permissions.has(permission));
  const matching = (table: Table, { actor, filter, patterns }: ListQuery): SQL[] => [
    ...patterns.map((either) => matches(table.searchText, either)),
    ...filters.conditions(filter, table, { actor, institutionId: filter.institution_id }),
  ];
  const isRepeated = (table: Table, asked: ListQuery) =>
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

/** Filters by restricted groups: the permissions they need, and what the logs say of them. */
function restrictionsOf<Table extends PeopleTable, All extends PeopleFilters<Table>>(
  list: Declaration<Table, All>,
  holdsEverywhere: (actor: Actor, permission: Permission, wanted?: number) => boolean,
) {
  const restrictions = Object.entries(list.filters).flatMap(([key, { restriction }]) =>
    restriction ? [{ key, ...restriction }] : [],
  );
  const restrictionsOn = (filter: object) => restrictions.filter(({ key }) => (filter as Values)[key]);
  const sees = (actor: Actor, group: RestrictedGroup, wanted?: number) =>
    holdsEverywhere(actor, list.groups[group], wanted);

  /** A filter reveals its values, so users who can't see the values can't filter by them. */
  function allow(actor: Actor, filter: object): void {
    for (const { group, subject } of restrictionsOn(filter))
      if (!sees(actor, group, (filter as Values).institution_id))
        throw new NotAllowed(`You don’t have permission to see ${subject}, so you can’t filter by it.`);
    for (const { permission, subject } of needed(filter as Values))
      if (institutionsInView(actor, (filter as Values).institution_id, permission).length === 0)
        throw new NotAllowed(`You don’t have permission to see ${subject}, so you can’t sort or filter by them.`);
  }

  /** What the sort and the filters of an address need. */
  const needed = (filter: Partial<Values>): Needs[] =>
    [
      figureOf(list, filter.sort ?? '')?.needs,
      ...Object.entries(list.filters).map(([key, { needs }]) => (filter[key] ? needs : undefined)),
    ].filter((needs) => needs !== undefined);

  /** What a list with these filters and this order reveals of people who are chosen from it. */
  const revealedBy = (filter: object): Permission[] => [
    ...restrictionsOn(filter).map(({ group }) => list.groups[group]),
    ...needed(filter as Values).map(({ permission }) => permission),
  ];

  /** The filter as the audit log may show it. */
  const logged = <Values extends object>(filter: Values): Values =>
    restrictionsOn(filter)
      .filter(({ isSecret }) => isSecret)
      .reduce((shown, { key }) => ({ ...shown, [key]: 'not shown' }), filter);

  /** The reads of one list request: checked with the verified actor, and logged where required. */
  const reads = (request: Transactions, filter: object) =>
    restrictedReads(request, {
      entity: list.entity,
      seeing: list.seeing,
      filter,
      restricted: restrictionsOn(filter).map(({ key, group, note }: { key: string } & Restriction) => ({
        group,
        note: note((filter as Values)[key] as never),
      })),
      allow: (actor) => allow(actor, filter),
    });

  return { sees, allow, revealedBy, logged, reads };
}

interface RestrictionsAsked {
  entity: Entity;
  seeing: readonly Permission[];
  filter: { institution_id?: number | undefined };
  /** The filters by restricted groups, as text for the log. */
  restricted: { group: RestrictedGroup; note: string }[];
  /** Throws unless the actor can use the filter. */
  allow: (actor: Actor) => void;
}

export interface Transactions {
  read<T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
}

/**
 * The reads of a list, each checked with the actor that it has verified. A filter by a restricted group reveals its
 * values, so it is logged before anything is shown: one entry for each request and institution. A count of the page just
 * shown adds none. Other lists have no extra cost.
 */
function restrictedReads(request: Transactions, { entity, seeing, filter, restricted, allow }: RestrictionsAsked) {
  const read = <T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> =>
    request.read((db, actor) => {
      // Checked before parallel queries start, so that a refusal leaves no unhandled rejection.
      institutionsInView(actor, filter.institution_id, ...seeing);
      allow(actor);
      return work(db, actor);
    });
  const noting =
    (isNewLook: boolean) =>
    async <T>(work: (db: Db, actor: Actor) => Promise<T>): Promise<T> => {
      const result = await read(work);
      await request.write(async (tx, actor) => {
        allow(actor);
        for (const institutionId of institutionsInView(actor, filter.institution_id, ...seeing))
          for (const { group, note } of restricted)
            await logFilter(tx, actor, { institutionId, entity, group, words: note, isNewLook });
      });
      return result;
    };
  return restricted.length ? { read, list: noting(true), count: noting(false) } : { read, list: read, count: read };
}

const ownKey = /^custom\.(\d{1,16}(?:\.from|\.to)?)$/;

/** `custom.12=5` filters by custom field 12; `custom.14.from` and `custom.14.to` by a date range. */
function gatherOwn(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const custom: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const key = ownKey.exec(name)?.[1];
    if (!key) rest[name] = value;
    else if (value !== '') custom[key] = value;
  }
  return Object.keys(custom).length ? { ...rest, custom } : rest;
}

/** A filter from query parameters, which can include custom fields. */
export const ofAddress = <T extends z.ZodType>(schema: T) => z.preprocess(gatherOwn, schema);
