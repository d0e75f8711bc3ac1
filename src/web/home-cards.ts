import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import type { Product } from './feature.ts';

/** A card as the start page draws it. */
export interface SentCard {
  component: string;
  files: string[];
  props: object;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a start page, once they have been read. */
    cards: SentCard[] | null;
  }
}

/** Where the user lands after signing in. */
export const homeOf = ({ features }: Product, actor: Actor): string =>
  features.map(({ home }) => home?.(actor)).find((address) => typeof address === 'string') ?? '/account';

/**
 * A read of a start page (a route with `isHome` at or below that address) with the cards of features in the same trip:
 * `homeCards` has them afterwards.
 */
export function withCards<T>(request: FastifyRequest, work: Work<T>): Work<T> {
  if (request.cards || !hasCards(request)) return work;
  return async (db, actor) => {
    const cards = cardsOf(request, db, actor);
    const [result, found] = await Promise.all([work(db, actor), cards]);
    request.cards = found;
    return result;
  };
}

/** The cards of a page whose props have been read; a page that read nothing reads them now. */
export async function homeCards(request: FastifyRequest): Promise<SentCard[]> {
  if (!request.cards && hasCards(request)) await request.read(async () => {});
  return request.cards ?? [];
}

/** Of an error page. */
export const noCards = async (): Promise<SentCard[]> => [];

type Work<T> = (db: Db, actor: Actor) => Promise<T>;

function hasCards(request: FastifyRequest): boolean {
  const { maybeActor: user, server, routeOptions } = request;
  if (!routeOptions.config.isHome || !user || !routeOptions.url?.startsWith(homeOf(server.product, user))) return false;
  // Not for parts of a page, such as the next rows, nor on a list that was filtered.
  return !request.headers['x-inertia-partial-component'] && isPlain(request);
}

/** Start pages are opened all day and mostly show the same: for so many milliseconds nobody looks again. */
const keptFor = 15_000;
let writes = 0;

function cardsOf(request: FastifyRequest, db: Db, actor: Actor): Promise<SentCard[]> {
  const wanted = institutionOf(request);
  return memoizeForActor(
    actor,
    `home.cards ${wanted} ${writes}`,
    () => loadCards(request.server, db, actor, wanted),
    keptFor,
  );
}

async function loadCards({ product, services }: FastifyInstance, db: Db, actor: Actor, wanted: number | undefined) {
  const mine = product.homeCards.filter(({ may }) =>
    actor.institutions.some(({ permissions }) => may.some((one) => permissions.has(one))),
  );
  const loaded = await Promise.all(
    mine.map(async (card) => ({ card, props: await card.load(db, actor, wanted, services) })),
  );
  return loaded.flatMap(({ card: { component }, props }) =>
    props ? [{ component, files: services.assets.files(component, 'card'), props }] : [],
  );
}

/** What was written may belong on a card. */
export function cardsMayChange(): void {
  writes += 1;
}

const isPlain = ({ url }: FastifyRequest) =>
  !url.includes('?') ||
  [...new URL(url, 'http://akada').searchParams.keys()].every((key) =>
    ['institution_id', 'academic_session'].includes(key),
  );

/** The institution in view: of a page about one, or chosen in the header. */
function institutionOf({ params, query }: FastifyRequest): number | undefined {
  const { id } = params as { id?: number };
  const { institution_id: wanted } = query as { institution_id?: unknown };
  return id ?? (Number(wanted) || undefined);
}
