import { z } from 'zod';
import { handedOver } from '#kernel/directory.ts';
import { may, type App } from '#web/routes.ts';
import { signInPage } from '../accounts.pages.ts';
import { endSession } from './open-session.ts';
import { SignIn, signIn } from './sign-in.ts';
import { carrySession, carryStep, dropSession, safeNext, visitOf } from './second-step.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { publicSites } from '#features/school/site/public/news.queries.ts';
import type { FastifyRequest } from 'fastify';

const Wanted = z.object({ next: z.string().max(2000).optional(), as: z.string().max(2000).optional() });

export function signInRoutes(app: App): void {
  const { database, environment } = app.services;
  const { directory } = environment;
  const regions = directory && `${directory.address}/regions`;

  // Once set up, the installation is never empty again, so this is cached.
  let isFilled = false;
  const isEmpty = async () => {
    if (isFilled) return false;
    const rows = await database.anonymous(
      (tx) => query<{ isEmpty: boolean }>(tx, render)`select akada_is_empty() as "isEmpty"`,
    );
    isFilled = !rows[0]!.isEmpty;
    return !isFilled;
  };

  app.get('/sign-in', { config: may('public'), schema: { querystring: Wanted } }, async (request, reply) => {
    const next = safeNext(request.query.next);
    if (request.maybeActor) return reply.seeOther(next);
    // The page opens even if the database is unavailable; submitting the form then shows an error.
    const own = { next, isEmpty: await isEmpty().catch(() => false), regions };
    // What the person typed at the directory, which redirected here.
    const identifier = handedOver(directory, request.query.as);
    return reply.entrance(signInPage, own, { action: '/sign-in', values: identifier ? { identifier } : {} });
  });

  app.post(
    '/sign-in',
    {
      config: { ...may('public'), takesForm: true },
      schema: { body: SignIn },
      errorHandler: (error, request, reply) =>
        reply.entranceAgain(error, {
          page: signInPage,
          props: () => ({ next: nextOf(request), isEmpty: false, regions }),
          action: '/sign-in',
          keeps: ['identifier'],
        }),
    },
    async (request, reply) => {
      const next = safeNext(request.body.next);
      const result = await signIn(app.services, request.body, visitOf(request));
      if ('session' in result) return carrySession(request, reply, result).fullReload(next);
      carryStep(reply, result.step);
      return reply.seeOther(withNext(result.needs === 'code' ? '/sign-in/code' : '/sign-in/set-up', next));
    },
  );

  app.post('/sign-out', { config: may('signedIn') }, async (request, reply) => {
    const address = await request.write(async (tx, actor) => {
      await endSession(tx, request.sessionToken!);
      return homeForVisitors(tx, actor, request.hostname);
    });
    return dropSession(reply).fullReload(address);
  });
}

/**
 * The address of the school's site after signing out: the main address, unless it shows a different school than the
 * user's only one.
 */
async function homeForVisitors(tx: Tx, { institutions }: Actor, host: string): Promise<string> {
  if (institutions.length !== 1) return '/';
  const rows = await query<{ id: number | null }>(tx, render)`select akada_site_at(${host}, null) as id`;
  const own = (await publicSites(tx)).find(({ institution_id: id }) => id === institutions[0]!.id);
  return own && own.institution_id !== rows[0]!.id ? `/sites/${own.slug}` : '/';
}

/** A page on the way to the address that the person asked for. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

/** The address that a refused form was on its way to. */
export function nextOf({ body }: FastifyRequest): string {
  const { next } = (body ?? {}) as { next?: unknown };
  return safeNext(typeof next === 'string' ? next : undefined);
}
