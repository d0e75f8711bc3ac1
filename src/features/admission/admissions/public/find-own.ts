import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { countTry, refuseBlocked } from '#features/access/accounts/sign-in/throttle.ts';
import { reactPages } from '#features/school/site/public/react-pages.ts';
import type { App } from '#web/routes.ts';
import { ownApplication, type OwnKey } from './own-application.ts';
import type { AtStep } from './step-view.ts';

export const OwnPlace = z.object({ slug: z.string().max(80), code: z.string().max(40) });

/** Wrong codes of an address in a quarter of an hour. Right ones are never counted, so nobody is locked out. */
const misses = { tries: 40, minutes: 15 };

/** What the routes of an application share. */
export function ownRoutes(app: App) {
  const { database, secret } = app.services;
  const pages = reactPages(app);

  const keyOf = (institutionId: number, code: string): OwnKey => ({ institutionId, code, secret });

  /** Counts a code, or a number with a code, that opens nothing. */
  async function missed(request: FastifyRequest): Promise<void> {
    const limit = { key: `application code from:${request.ip}`, ...misses };
    refuseBlocked(await database.anonymous((tx) => countTry(tx, [limit])));
  }

  /** The application of the code in the address; the same answer for every code that opens none. */
  async function find(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, code } = request.params as z.infer<typeof OwnPlace>,
  ): Promise<AtStep | null> {
    const at = await pages.visitOf(request, slug);
    if (!at) return null;
    const key = keyOf(at.place.institutionId, code);
    const own = await pages.read(at.place, (db) => ownApplication(db, key)).catch(unlessMissing);
    if (own) return { at, own, code, csrf: reply.formToken() };
    await missed(request);
    return null;
  }

  /** Counts the code if it opens nothing. */
  async function unlessMissed<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotFound) await missed(request);
      throw error;
    }
  }

  return { pages, keyOf, find, missed, unlessMissed };
}
export type OwnRoutes = ReturnType<typeof ownRoutes>;

function unlessMissing(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
