import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Json } from '#kernel/database/json.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import type { Narrowing } from '#kernel/list/filters.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id } from '#kernel/schemas.ts';
import { defer, type Page, type PropsInput } from '#web/page.ts';
import { listName, type PersonNames } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import type { peopleList, Transactions } from './people-list.ts';

/** Props of the page of a list of people. */
export interface PeopleProps<Row, Filter, Can, Choices> extends Narrowing {
  rows: Row[];
  /** The address of the next page. */
  next: string | null;
  filter: Omit<Filter, 'after'>;
  /** Loaded after the first paint: the number of matches; one over the limit means 'more than'. */
  total?: number;
  /** Loaded after the first paint: the choices of the filters. */
  choices?: Choices;
  can: Can;
}

interface Request extends Transactions {
  url: string;
  query: unknown;
  actor: Actor;
}

/** The parts of a list that its routes need. */
interface ServedList<Row, Filter> extends Pick<
  ReturnType<typeof peopleList<Row, never, never>>,
  'people' | 'seeing' | 'narrowing' | 'count' | 'ids' | 'find' | 'reads'
> {
  Filter: z.ZodType<Filter>;
  page(db: Db, actor: Actor, filter: Filter): Promise<{ rows: Json<Row[]>; after: string | null }>;
}

interface Served<Props, Row, Filter> {
  page: Page<Props & object>;
  /** Props that depend only on the user, such as `can`, from the actor verified by the read of the rows. */
  ofActor: { [Key in keyof Props]?: (actor: Actor, filter: Filter) => Props[Key] };
  choices: (db: Db, actor: Actor, filter: Filter) => Promise<unknown>;
  /** The same list under another address, with a permission and default filters. */
  views?: { path: string; may: Permission; start: object }[];
  /** Search results in the palette and in forms, besides id and name, and their maximum number. */
  find: { most: number; show: (row: Row) => object };
  /** Permissions to select the whole list. */
  select?: Permission[];
  /** Another page for users whose list would always be empty. */
  instead?: (actor: Actor) => Page<object> | null;
}

/** The routes of a list of people: its page, `find` and, where rows can be selected, `ids`. */
export function servePeople<Props extends object, Row extends PersonNames & { id: number }, Filter>(
  app: App,
  list: ServedList<Row, Filter>,
  served: Served<Props, Row, Filter>,
): void {
  const at = `/${list.people}`;
  for (const view of [{ path: at, may: list.seeing, start: undefined }, ...(served.views ?? [])])
    app.get(
      view.path,
      { config: may(...[view.may].flat()), schema: { querystring: list.Filter } },
      async (request, reply) => {
        const props = propsOf(request, list, served, view.start);
        const isWhole = request.headers['x-inertia-partial-data'] === undefined;
        if (served.instead && isWhole) {
          // Once the rows are read, the actor is verified.
          await props.rows();
          const other = served.instead(request.actor);
          if (other) return reply.page(other, {});
        }
        return reply.page(served.page, props as unknown as PropsInput<Props>);
      },
    );

  const Found = z.object({ q: z.string().trim().min(1).max(100), institution_id: id.optional() });
  app.get(`${at}/find`, { config: may(...list.seeing), schema: { querystring: Found } }, async (request, reply) => {
    const { most, show } = served.find;
    const found = await request.read((db, actor) => list.find(db, actor, most, request.query));
    const named = found.rows.map((row) => ({ id: row.id, name: listName(row), href: `${at}/${row.id}`, ...show(row) }));
    return reply.send({ isMore: found.isMore, people: named });
  });

  if (!served.select) return;
  app.get(
    `${at}/ids`,
    { config: { ...may(...served.select), isHeavy: true }, schema: { querystring: list.Filter } },
    async (request, reply) => {
      const filter = request.query as object;
      const ids = await list.reads(request, filter).list((db, actor) => list.ids(db, actor, filter));
      return reply.send({ ids });
    },
  );
}

/** Rows first; counts and choices follow after the first paint. */
function propsOf<Props extends object, Row, Filter>(
  request: Request,
  list: ServedList<Row, Filter>,
  { ofActor, choices }: Served<Props, Row, Filter>,
  start?: object,
) {
  const query = request.query as Record<string, unknown>;
  const filter = start ? { ...query, ...withoutGiven(start, query) } : query;
  const { after: _, ...shown } = filter;
  const reads = list.reads(request, filter);
  let verified: Actor;
  const listed = once(() =>
    reads.list((db, actor) => {
      verified = actor;
      return list.page(db, actor, filter as never);
    }),
  );
  const ofVerified = Object.entries(ofActor as Record<string, (actor: Actor, filter: unknown) => unknown>).map(
    ([name, ask]) => [name, async () => (await listed(), ask(verified, filter))],
  );
  return {
    filter: shown,
    ...list.narrowing(shown, start),
    rows: async () => (await listed()).rows,
    next: async () => nextAddress(request.url, (await listed()).after),
    ...(Object.fromEntries(ofVerified) as object),
    total: defer(() => reads.count((db, actor) => list.count(db, actor, filter))),
    choices: defer(() => reads.read((db, actor) => choices(db, actor, filter as Filter))),
  };
}

/** The default filters. */
const withoutGiven = (start: object, query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(start).filter(([key]) => [query[key]].flat().every((value) => value === undefined)),
  );

const once = <T>(work: () => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => (started ??= work());
};
