import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { ValidationError, TooMany } from '#kernel/errors.ts';

/** The most filters in one address. Each adds conditions to its statements, and planning many takes gigabytes. */
const filterLimit = 10;
/** Values under one name: more than a file has columns. */
const valueLimit = 200;

/** Parameters that are not filters: the view, paging, and the file format. */
const notFilters = new Set([
  'institution_id',
  'academic_session',
  'q',
  'sort',
  'view',
  'after',
  'before',
  'columns',
  'ids',
  'fields',
  'sheet',
  'back',
  'bloodGroup',
]);

/** The number of filters in an address. A range counts once. */
function countFilters(query: Record<string, unknown>): number {
  let count = 0;
  const ranges = new Set<string>();
  for (const name of Object.keys(query)) {
    if (notFilters.has(name) || query[name] === '') continue;
    const range = /^(.+)[._](?:from|to)$/.exec(name)?.[1];
    if (range === undefined) count += 1;
    else ranges.add(range);
  }
  return count + ranges.size;
}

/** Before anything parses the address: more filters than a list has are refused. */
export function limitFilters(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  request.filterCount = countFilters(query);
  if (request.filterCount > filterLimit)
    throw new ValidationError('filters', `You can use up to ${filterLimit} filters at once. Remove some.`);
  for (const name in query) {
    const value = query[name];
    if (Array.isArray(value) && value.length > valueLimit)
      throw new ValidationError(name, `You can choose up to ${valueLimit} values at once. Remove some.`);
  }
}

export interface Turns {
  /** Running at once for one user. */
  concurrency: number;
  /** Waiting behind them. */
  inLine: number;
  /** The longest wait in milliseconds. */
  patience: number;
}

/** The waiting client has disconnected. */
class Abandoned extends Error {}

/** Runs at most so many tasks of one user at once; a few more wait briefly. */
export function takePersonalTurns({ concurrency, inLine, patience }: Turns) {
  const people = new Map<number, { running: number; line: (() => void)[] }>();

  function turn(line: (() => void)[], left: AbortSignal | undefined): Promise<void> {
    const tooMany = new TooMany(
      5,
      'Several of your requests are still running. Wait for them to finish, then try again.',
    );
    if (line.length >= inLine) return Promise.reject(tooMany);
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        left?.removeEventListener('abort', goAway);
        resolve();
      };
      const leave = (error: Error) => {
        clearTimeout(timer);
        left?.removeEventListener('abort', goAway);
        line.splice(line.indexOf(called), 1);
        reject(error);
      };
      const goAway = () => leave(new Abandoned());
      const timer = setTimeout(() => leave(tooMany), patience);
      left?.addEventListener('abort', goAway);
      line.push(called);
    });
  }

  return async function inTurn<T>(accountId: number, work: () => Promise<T> | T, left?: () => AbortSignal): Promise<T> {
    const known = people.get(accountId);
    const person = known ?? { running: 0, line: [] };
    if (!known) people.set(accountId, person);
    if (person.running < concurrency) person.running += 1;
    else await turn(person.line, left?.());
    try {
      return await work();
    } finally {
      // The next in line takes this place.
      const next = person.line.shift();
      if (next) next();
      else if (--person.running === 0) people.delete(accountId);
    }
  };
}

/** Searches, filters, counts (which a page requests after its first paint), and routes that declare it. */
const isHeavy = (request: FastifyRequest): boolean =>
  request.filterCount > 0 ||
  request.routeOptions.config.isHeavy === true ||
  Boolean((request.query as { q?: unknown }).q) ||
  request.headers['x-inertia-partial-data'] !== undefined;

/** Queues a user's heavy requests. Other requests are not delayed. */
export function limitHeavyRequests(turns: Partial<Turns>) {
  const inTurn = takePersonalTurns({ concurrency: 4, inLine: 20, patience: 3000, ...turns });
  const limited = new WeakSet<RouteHandlerMethod>();
  return (route: RouteOptions): void => {
    const { handler } = route;
    // A HEAD route is derived from its GET route, which was already wrapped.
    if (![route.method].flat().every((method) => method === 'GET' || method === 'HEAD') || limited.has(handler)) return;
    route.handler = function (request, reply) {
      const accountId = request.maybeActor?.accountId;
      if (accountId == null || !isHeavy(request)) return handler.call(this, request, reply);
      // Typing on abandons the previous search, which leaves the queue.
      const left = () => {
        const leaving = new AbortController();
        reply.raw.once('close', () => leaving.abort());
        return leaving.signal;
      };
      return inTurn(accountId, () => handler.call(this, request, reply), left).catch((error: unknown) => {
        if (error instanceof Abandoned) return reply.hijack();
        throw error;
      });
    };
    limited.add(route.handler);
  };
}
