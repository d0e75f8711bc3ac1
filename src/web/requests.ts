import { hash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOfRequest } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { StaleActor, type Db } from '#kernel/database.ts';
import { databaseError, NotAllowed, SignedOut } from '#kernel/errors.ts';
import { actorCache } from './actors.ts';
import { putCookie, readPrefixed, sessionCookie, visitorCookie } from './cookies.ts';
import { isCsrfToken } from './csrf.ts';
import { limitFilters, limitHeavyRequests, type Turns } from './limits/request-limits.ts';
import type { App, May } from './routes.ts';

export { sessionCookie, visitorCookie };

/** As long as a session lives at most. */
export const sessionSeconds = 30 * 86_400;

/** Something was decided by what we knew of the person before it was checked, and that has changed: ask again. */
export class ActorChanged extends Error {}

/** Who asks, what they may do here, and the transactions they do it in. */
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
  app.decorateRequest('actor', {
    getter(this: FastifyRequest): Actor {
      if (!this.maybeActor) throw new SignedOut();
      this.isActorTaken ||= !this.isVerified;
      return this.maybeActor;
    },
  });

  app.decorate('declaredRoutes', []);
  app.addHook('onRoute', (route) => {
    // The built bundle is the same for everybody; the plugin that serves it declares nothing itself.
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, may: 'public', isKept: true };
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} does not say who may call it.`);
    limitHeavy(route);
    const { may, confirm = false, once, isKept = false } = route.config;
    const { method, url, schema } = route;
    app.declaredRoutes.push({ method, url, may, confirm, once, isKept, schema });
  });

  // What a browser fetches in advance nobody has looked at: where looking is written down it has to ask again.
  app.addHook('onRequest', (request, reply, done) => {
    if (!isInAdvance(request) || request.routeOptions.exposeHeadRoute !== false) return done();
    reply.code(204).header('Cache-Control', 'no-store').send();
  });

  app.addHook('onRequest', (request, reply, done) => {
    const plain = readPrefixed(request);
    if (plain === undefined) return done();
    // A session from before cookies had the prefix goes on under it; any other without it is somebody's who put it there.
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

  // Answers at once when the person is known: a promise for each request would cost a tenth of it.
  app.addHook('onRequest', (request, _reply, done) => {
    // A signature says who asks: a session that comes along counts for nothing.
    if (request.routeOptions.config.may === 'machine') return done();
    const cookie = request.cookies[sessionCookie];
    if (cookie) request.sessionToken = tokenHash(cookie);
    const { isUnattended } = request.routeOptions.config;
    const actor = request.sessionToken && actors.known(request.sessionToken, !isUnattended);
    if (actor && isSafe(request) && mayCall(actor, request.routeOptions.config.may ?? 'public')) {
      request.maybeActor = actorOfRequest(actor, request.id);
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
      request.maybeActor = actor && actorOfRequest(actor, request.id);
    }
    const isOpen = may === undefined || may === 'public';
    if (!isOpen && !request.maybeActor) throw new SignedOut();
    // A token in the body is looked at once the body is there, before anything else is.
    if (!isSafe(request) && !hasFormToken(request)) checkOrigin(request, request.headers['x-csrf-token']);
    if (isOpen || !request.maybeActor) return;
    // Before something changes, and before a refusal, what we know of the person must be today's.
    if (!isSafe(request) || !mayCall(request.maybeActor, may)) await freshen(request);
    if (!request.maybeActor || !mayCall(request.maybeActor, may)) throw new NotAllowed();
  }

  function checkOrigin(request: FastifyRequest, token: unknown): void {
    // The cookie of a session that has ended counts for nothing: who carries one is a visitor, as the page said.
    const browser = request.cookies[request.maybeActor ? sessionCookie : visitorCookie];
    if (!browser || !isCsrfToken(secret, browser, token)) {
      throw new NotAllowed('This page has expired. Reload it and try again.');
    }
  }

  /** Loads the person anew. */
  async function freshen(request: FastifyRequest): Promise<Actor> {
    const actor = request.sessionToken && (await actors.load(request.sessionToken));
    request.maybeActor = actor && actorOfRequest(actor, request.id);
    request.isVerified = true;
    return request.actor;
  }

  async function transact<T>(
    request: FastifyRequest,
    kind: 'read' | 'write' | 'snapshot',
    work: (db: Db, actor: Actor) => Promise<T>,
    // What a person may see can change again while it is being loaded.
    tries = { stale: 5, crossed: 3 },
  ): Promise<T> {
    try {
      const actor = request.maybeActor;
      if (!actor) throw new SignedOut();
      const isConfirmed = kind === 'read' || !request.routeOptions.config.confirm;
      const result = await database[kind](actor, (db) =>
        isConfirmed ? work(db, actor) : requireConfirmed(db, actor).then(() => work(db, actor)),
      );
      request.isVerified = true;
      return result;
    } catch (error) {
      // Two who waited for each other: the database undid the whole of one, which can be done again behind the other.
      if (databaseError(error)?.code === '40P01' && tries.crossed > 1)
        return transact(request, kind, work, { ...tries, crossed: tries.crossed - 1 });
      if (!(error instanceof StaleActor) || tries.stale === 1) throw error;
      const actor = await freshen(request);
      // The work decides with the actor that it is handed; what was decided before it has to be decided again.
      if (request.isActorTaken && isSafe(request)) throw new ActorChanged();
      const may = request.routeOptions.config.may;
      if (may && !mayCall(actor, may)) throw new NotAllowed();
      return transact(request, kind, work, { ...tries, stale: tries.stale - 1 });
    }
  }

  app.decorateRequest('read', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'read', work);
  });
  app.decorateRequest('write', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'write', work);
  });
  app.decorateRequest('snapshot', function <T>(this: FastifyRequest, work: (db: Db, actor: Actor) => Promise<T>) {
    return transact(this, 'snapshot', work);
  });

  // A page that asked the database nothing has not yet been checked against it.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isChecked =
      !request.maybeActor ||
      request.isVerified ||
      reply.statusCode >= 400 ||
      request.routeOptions.config.may === 'public';
    if (isChecked) return done(null, payload);
    transact(request, 'read', async () => undefined).then(() => done(null, payload), done);
  });
}

/** Whether the person holds (one of) the permission(s) in any institution; verbs ask again for the one at hand. */
export function mayCall(actor: Actor, may: May): boolean {
  if (may === 'public' || may === 'signedIn') return true;
  if (may === 'machine') return false;
  if (may === 'groupAdministrator') return actor.isGroupAdministrator;
  const wanted = typeof may === 'string' ? [may] : may;
  return actor.institutions.some((one) => wanted.some((permission) => one.permissions.has(permission)));
}

export const tokenHash = (cookie: string): Buffer => hash('sha256', cookie, 'buffer');

/** The cookie that binds the CSRF token of somebody not signed in; made when missing. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[visitorCookie];
  if (known && /^[\w-]{22}$/.test(known)) return known;
  const made = randomBytes(16).toString('base64url');
  putCookie(reply, visitorCookie, made);
  request.cookies[visitorCookie] = made;
  return made;
}

const hasFormToken = ({ routeOptions, headers }: FastifyRequest) =>
  Boolean(routeOptions.config.takesForm) && headers['x-csrf-token'] === undefined;

const isInAdvance = ({ headers }: FastifyRequest) =>
  /prefetch|prerender/i.test(`${String(headers['sec-purpose'])} ${String(headers['purpose'])}`);

const isSafe = (request: FastifyRequest) =>
  request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
