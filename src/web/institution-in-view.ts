import type { FastifyRequest } from 'fastify';

/** The institution whose app the page installs and whose colour it has: the one that the address names, or the only one. */
export function institutionInView({ maybeActor, query }: FastifyRequest) {
  const institutions = maybeActor?.institutions ?? [];
  const wanted = Number((query as { institution_id?: unknown } | undefined)?.institution_id);
  return institutions.length === 1 ? institutions[0] : institutions.find(({ id }) => id === wanted);
}
