import type { FastifyRequest } from 'fastify';
import { safeNext } from './visits.ts';

/** A page on the way to the address that the person asked for. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

/** The address that a refused form was on its way to. */
export function nextOf({ body }: FastifyRequest): string {
  const { next } = (body ?? {}) as { next?: unknown };
  return safeNext(typeof next === 'string' ? next : undefined);
}
