import underPressure from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import type { App } from '../routes.ts';

/** The server has more to do than it can; one line in the log says so, not each refused request. */
export class Overloaded extends Error {
  readonly statusCode = 503;
}

/** The files of a page that is open already: refusing them would break it, and they cost next to nothing. And metrics. */
const isFile = ({ url }: FastifyRequest) => url.startsWith('/assets/') || /^\/(service-worker\.js|metrics)$/.test(url);

const tellsEvery = 10_000;

/** Refuses requests while the event loop is late by more than so many milliseconds; files are always served. */
export async function registerOverload(app: App, maxEventLoopDelay: number): Promise<void> {
  let refused = 0;
  let toldAt = -Infinity;
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: (request: FastifyRequest, _reply: unknown, kind: string, value: number | undefined) => {
      if (isFile(request)) return undefined;
      refused += 1;
      const now = performance.now();
      if (now - toldAt >= tellsEvery) {
        request.log.warn({ kind, delay: Math.round(value ?? 0), refused }, 'overloaded: requests are refused');
        [toldAt, refused] = [now, 0];
      }
      return Promise.reject(new Overloaded('The server is overloaded.'));
    },
  });
}
