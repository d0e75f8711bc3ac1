import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Product } from './feature.ts';

/** A card as the start page draws it. */
export interface SentCard {
  component: string;
  files: string[];
  props: object;
}

/** Where the user lands after signing in. */
export const homeOf = ({ features }: Product, actor: Actor): string =>
  features.map(({ home }) => home?.(actor)).find((address) => typeof address === 'string') ?? '/account';

/** The cards of features, if this is the user's start page: a route with `isHome` at or below that address. */
export async function homeCards(request: FastifyRequest): Promise<SentCard[]> {
  const { maybeActor: user, server, routeOptions } = request;
  if (!user || !routeOptions.config.isHome || !routeOptions.url?.startsWith(homeOf(server.product, user))) return [];
  // Not for parts of a page, such as the next rows, nor on a list that was filtered.
  if (request.headers['x-inertia-partial-component'] || !isPlain(request)) return [];
  const { homeCards: cards } = server.product;
  const { assets } = server.services;
  const loaded = await request.read((db, actor) => {
    const mine = cards.filter(({ may }) =>
      actor.institutions.some(({ permissions }) => may.some((one) => permissions.has(one))),
    );
    return Promise.all(mine.map(async (card) => ({ card, props: await card.load(db, actor, institutionOf(request)) })));
  });
  return loaded.flatMap(({ card: { component }, props }) =>
    props ? [{ component, files: assets.files(component, 'card'), props }] : [],
  );
}

const isPlain = ({ url }: FastifyRequest) =>
  [...new URL(url, 'http://akada').searchParams.keys()].every((key) =>
    ['institution_id', 'academic_session'].includes(key),
  );

/** The institution in view: of a page about one, or chosen in the header. */
function institutionOf({ params, query }: FastifyRequest): number | undefined {
  const { id } = params as { id?: number };
  const { institution_id: wanted } = query as { institution_id?: unknown };
  return id ?? (Number(wanted) || undefined);
}
