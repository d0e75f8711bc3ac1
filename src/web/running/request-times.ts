import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSwap } from '../pages.ts';
import type { Sample } from './exposition.ts';

const kinds = ['page', 'swap', 'save', 'file', 'stream', 'hook'] as const;
type Kind = (typeof kinds)[number];
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const statuses = 6;

/** Counts answers by kind and class of status in two arrays of numbers: a request costs an addition in each. */
export function requestTimes() {
  const buckets = new Float64Array(kinds.length * statuses * (bounds.length + 1));
  const sums = new Float64Array(kinds.length * statuses);

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const seconds = reply.elapsedTime / 1000;
    const at = kinds.indexOf(kindOf(request, reply)) * statuses + Math.floor(reply.statusCode / 100);
    let bucket = 0;
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1;
    buckets[at * (bounds.length + 1) + bucket]! += 1;
    sums[at]! += seconds;
  }

  function samples(): Sample[] {
    const lines: Sample[] = [];
    for (const [at, sum] of sums.entries()) {
      const labels = { kind: kinds[Math.floor(at / statuses)]!, status: `${at % statuses}xx` };
      const counts = buckets.subarray(at * (bounds.length + 1), (at + 1) * (bounds.length + 1));
      let count = 0;
      const passed = Array.from(counts, (one, bucket) => [bounds[bucket] ?? '+Inf', (count += one)] as const);
      if (count === 0) continue;
      // How long a stream stays open says nothing about speed.
      if (labels.kind !== 'stream')
        for (const [le, value] of passed)
          lines.push({ suffix: '_bucket', labels: { ...labels, le: String(le) }, value });
      lines.push({ suffix: '_sum', labels, value: labels.kind === 'stream' ? 0 : sum });
      lines.push({ suffix: '_count', labels, value: count });
    }
    return lines;
  }

  return { observe, samples };
}

function kindOf(request: FastifyRequest, reply: FastifyReply): Kind {
  if (request.routeOptions.config.may === 'machine') return 'hook';
  const type = String(reply.raw.getHeader('content-type') ?? '');
  if (type.startsWith('text/event-stream')) return 'stream';
  if (request.method !== 'GET' && request.method !== 'HEAD') return 'save';
  // What a page fetches for one of its parts counts as a part of one.
  if (isSwap(request) || type.startsWith('application/json')) return 'swap';
  return type.startsWith('text/html') || (type === '' && reply.statusCode !== 304) ? 'page' : 'file';
}
