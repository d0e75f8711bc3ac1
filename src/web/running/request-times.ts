import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { isSwap } from '../pages.ts';

/** Observes answers by their kind and the class of their status. */
export function requestTimes(registry: Registry) {
  const seconds = new Histogram({
    name: 'akada_request_seconds',
    help: 'Time to answer, by kind and class of status. How long a stream stays open says nothing: it counts as 0.',
    labelNames: ['kind', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return function observe(request: FastifyRequest, reply: FastifyReply): void {
    const kind = kindOf(request, reply);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ kind, status }, kind === 'stream' ? 0 : reply.elapsedTime / 1000);
  };
}

function kindOf(request: FastifyRequest, reply: FastifyReply): 'page' | 'swap' | 'save' | 'file' | 'stream' | 'hook' {
  if (request.routeOptions.config.may === 'machine') return 'hook';
  const type = String(reply.raw.getHeader('content-type') ?? '');
  if (type.startsWith('text/event-stream')) return 'stream';
  if (request.method !== 'GET' && request.method !== 'HEAD') return 'save';
  // What a page fetches for one of its parts counts as a part of one.
  if (isSwap(request) || type.startsWith('application/json')) return 'swap';
  return type.startsWith('text/html') || (type === '' && reply.statusCode !== 304) ? 'page' : 'file';
}
