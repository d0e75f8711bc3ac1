import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { StaleActor, type Db } from '#kernel/database.ts';
import { databaseError, NotAllowed, SignedOut } from '#kernel/errors.ts';
import { actorCache } from './actors.ts';
import { awaitedIn, opensOnceConfirmed } from './awaited-permissions.ts';
import { putCookie, readPrefixed, sessionCookie, visitorCookie } from './cookies.ts';
import { isCsrfToken } from './csrf.ts';
import { cardsMayChange, withCards } from './home-cards.ts';
import { keepFromOwnFamily } from './own-family.ts';
import { limitFilters, limitHeavyRequests, type Turns } from './limits/request-limits.ts';
import type { App, RouteAccess } from './routes.ts';
import { noteWrite, readReplica, sendPosition, type Work } from './replica-reads.ts';
import { visitorIn } from './visitors.ts';

export { sessionCookie, visitorCookie };

/** The maximum lifetime of a session. */
const sessionSeconds = 30 * 86_400;

/** A decision was based on an actor that has changed since: ask again. */
export class ActorChanged extends Error {}

/** The signed-in user, their permissions, and the transactions of a request. */
export function registerRequests(
  app: App,
  allPermissions: readonly string[],
  heavyRequests: Partial<Turns> = {},
): void {
  const { database, secret } = app.services;
  const limitHeavy = limitHeavyRequests(heavyRequests);
  const actors = actorCache(database, allPermissions);

  app.decorateRequest('maybeActor', null);
  app.decorateRequest('sessionToken', null);
  app.decorateRequest('isVerified', false);
  app.decorateRequest('isActorTaken', false);
  app.decorateRequest('filterCount', 0);
  app.decorateRequest('cards', null);
  app.decorateRequest('wroteAt', null);
  app.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      if (!this.maybeActor) throw new SignedOut();
      this.isActorTaken ||= !this.isVerified;
      return this.maybeActor;
    },
  });

  app.decorate('declaredRoutes', []);
  app.addHook('onRoute', (route) => {
    // The bundle is the same for everyone; the plugin that serves it declares nothing itself.
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, may: 'public', isKept: true };
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} does not say who may call it.`);
    limitHeavy(route);
    const { may, confirm = false, once, isKept = false, ownFamily } = route.config;
    const { method, url, schema } = route;
    app.declaredRoutes.push({ method, url, may, confirm, once, isKept, ownFamily, schema });
  });

  // Nobody has seen a prefetched page: if the access is logged, the browser must request it again.
  app.addHook('onRequest', (request, reply, done) => {
    if (!isInAdvance(request) || request.routeOptions.exposeHeadRoute !== false) return done();
    reply.code(204).header('Cache-Control', 'no-store').send();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const plain = readPrefixed(request);
    if (plain === undefined || request.routeOptions.config.may === 'machine') return done();
    // A session cookie from before the prefix is renewed under it; any other cookie without it was set by someone else.
    const token = tokenHash(plain);
    database
      .anonymous((tx) =>
        tx.execute(sql`select from sessions where token_hash = ${token} and has_plain_cookie and ended_at is null`),
      )
      .then(({ rowCount }) => {
        reply.clearCookie(sessionCookie, { path: '/' });
        if (!rowCount) return;
        request.cookies[sessionCookie] = plain;
        putCookie(reply, sessionCookie, plain, { maxAge: sessionSeconds });
      })
      .then(() => done(), done);
  });

  // Synchronous if the user is cached: a promise per request would cost a tenth of it.
  app.addHook('onRequest', (request, _reply, done) => {
    // The signature identifies the caller: a session cookie is ignored.
    if (request.routeOptions.config.may === 'machine') return done();
    const cookie = request.cookies[sessionCookie];
    if (cookie) request.sessionToken = tokenHash(cookie);
    const { isUnattended } = request.routeOptions.config;
    const actor = request.sessionToken && actors.known(request.sessionToken, !isUnattended);
    if (actor && isSafe(request) && mayCall(actor, request.routeOptions.config.may ?? 'public')) {
      request.maybeActor = { ...actor, requestId: request.id };
      return done();
    }
    admit(request).then(() => done(), done);
  });

  app.addHook('preValidation', (request, _reply, done) => {
    if (isSafe(request)) limitFilters(request);
    else if (hasFormToken(request)) checkOrigin(request, (request.body as { _csrf?: unknown } | null)?._csrf);
    done();
  });

  async function admit(request: FastifyRequest): Promise<void> {
    const may = request.routeOptions.config.may;
    if (request.sessionToken) {
      const actor = await actors.find(request.sessionToken, !request.routeOptions.config.isUnattended);
      request.maybeActor = actor && { ...actor, requestId: request.id };
    }
    const isOpen = may === undefined || may === 'public';
    if (!isOpen && !request.maybeActor) throw new SignedOut();
    // A token in the body is checked as soon as the body is there.
    if (!isSafe(request) && !hasFormToken(request) && !request.routeOptions.config.opensByAddress)
      checkOrigin(request, request.headers['x-csrf-token']);
    if (isOpen || !request.maybeActor) return;
    // Before a change, and before a refusal, the cached actor must be verified.
    if (!isSafe(request) || !mayCall(request.maybeActor, may)) await verify(request);
    if (!request.maybeActor || !mayCall(request.maybeActor, may)) throw refusal(request.maybeActor, may);
  }

  /** After an upgrade a page can be closed to people until an owner has confirmed its permissions. */
  function refusal(actor: Actor | null, may: RouteAccess): NotAllowed {
    const wanted: readonly string[] = [may].flat();
    const waiting = actor?.institutions.find((one) =>
      awaitedIn(app.product, one).some(({ permissions }) => permissions.some((name) => wanted.includes(name))),
    );
    return new NotAllowed(waiting && `${opensOnceConfirmed(waiting.name)} Ask them to confirm it.`);
  }

  function checkOrigin(request: FastifyRequest, token: unknown): void {
    // The cookie of an ended session is ignored: the browser counts as a visitor's, as its page says.
    const browser = request.maybeActor ? request.cookies[sessionCookie] : visitorIn(request);
    if (!browser || !isCsrfToken(secret, browser, token)) {
      throw new NotAllowed('This page has expired. Reload it and try again.');
    }
  }

  /** Reloads the actor. */
  async function freshen(request: FastifyRequest): Promise<Actor> {
    const actor = request.sessionToken && (await actors.load(request.sessionToken));
    request.maybeActor = actor && { ...actor, requestId: request.id };
    request.isVerified = true;
    return request.actor;
  }

  /** Checks that the cached actor is current, and reloads it if not. */
  const verify = (request: FastifyRequest): Promise<void> => transact(request, 'read', async () => {});

  async function transact<T>(
    request: FastifyRequest,
    kind: 'read' | 'write' | 'snapshot',
    work: Work<T>,
    // May it be of the replica?
    isLate = false,
    // Permissions can change again while they are loaded.
    tries = { stale: 5, crossed: 3 },
  ): Promise<T> {
    try {
      const actor = request.maybeActor;
      if (!actor) throw new SignedOut();
      const isConfirmed = kind === 'read' || !request.routeOptions.config.confirm;
      const result =
        isLate && isConfirmed && kind !== 'write'
          ? await readReplica(request, actor, kind, work)
          : await database[kind](actor, (db) =>
              isConfirmed
                ? work(db, actor, database)
                : requireConfirmed(db, actor).then(() => work(db, actor, database)),
            );
      request.isVerified = true;
      if (kind === 'write') {
        cardsMayChange();
        // What a page writes is no change of the person's.
        if (!isSafe(request)) await noteWrite(request);
      }
      return result;
    } catch (error) {
      // A deadlock: the database rolled one of the two back, so it can be retried.
      if (databaseError(error)?.code === '40P01' && tries.crossed > 1)
        return transact(request, kind, work, isLate, { ...tries, crossed: tries.crossed - 1 });
      if (!(error instanceof StaleActor) || tries.stale === 1) throw error;
      const actor = await freshen(request);
      // The work must use the actor it is given; earlier decisions have to be made again.
      if (request.isActorTaken && isSafe(request)) throw new ActorChanged();
      const may = request.routeOptions.config.may;
      if (may && !mayCall(actor, may)) throw refusal(actor, may);
      return transact(request, kind, work, isLate, { ...tries, stale: tries.stale - 1 });
    }
  }

  app.decorateRequest('read', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'read', withCards(this, work));
  });
  app.decorateRequest('readReplica', function <T>(this: FastifyRequest, work: Work<T>) {
    return transact(this, 'read', work, true);
  });
  app.decorateRequest('snapshotReplica', function <T>(this: FastifyRequest, work: Work<T>) {
    return transact(this, 'snapshot', work, true);
  });
  app.decorateRequest('write', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'write', keepFromOwnFamily(this, work));
  });
  app.decorateRequest('snapshot', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'snapshot', work);
  });

  // A page without a query has not been checked against the database yet.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.wroteAt !== null) sendPosition(request, reply);
    const isChecked =
      !request.maybeActor ||
      request.isVerified ||
      reply.statusCode >= 400 ||
      request.routeOptions.config.may === 'public';
    if (isChecked) return done(null, payload);
    verify(request).then(() => done(null, payload), done);
  });
}

/** Whether the actor has (one of) the permission(s) in any institution; verbs check the one at hand. */
function mayCall(actor: Actor, may: RouteAccess): boolean {
  if (may === 'public' || may === 'signedIn') return true;
  if (may === 'machine') return false;
  if (may === 'groupAdministrator') return actor.isGroupAdministrator;
  const wanted = typeof may === 'string' ? [may] : may;
  return actor.institutions.some((one) => wanted.some((permission) => one.permissions.has(permission)));
}

const tokenHash = (cookie: string): Buffer => hash('sha256', cookie, 'buffer');

const hasFormToken = ({ routeOptions, headers }: FastifyRequest) =>
  Boolean(routeOptions.config.takesForm) && headers['x-csrf-token'] === undefined;

const isInAdvance = ({ headers }: FastifyRequest) =>
  /prefetch|prerender/i.test(`${String(headers['sec-purpose'])} ${String(headers['purpose'])}`);

const isSafe = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
