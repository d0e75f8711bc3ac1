import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cached page, compressed for each encoding on first request. */
export interface CachedPage {
  type: string;
  hash: string;
  bytes: Record<'' | 'br' | 'gzip', () => Buffer>;
}

export function cacheable(text: string, type = 'text/html; charset=utf-8'): CachedPage {
  const plain = Buffer.from(text);
  const br = once(() =>
    brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  );
  const gzip = once(() => gzipSync(plain, { level: 6 }));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type, hash, bytes: { '': () => plain, br, gzip } };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

interface Sending {
  status?: number;
  /** For previews: browsers must not store the page. */
  isSecret?: boolean;
}

/** Sends the page or 304. It holds nothing personal, but differs for signed-in users. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedPage,
  { status = 200, isSecret = false }: Sending = {},
): FastifyReply {
  const encoding = encodingOf(String(request.headers['accept-encoding'] ?? ''));
  // Each encoding needs its own ETag.
  const tag = `"${cached.hash}${encoding && `-${encoding}`}"`;
  reply.code(status).header('Vary', 'Accept-Encoding, Cookie');
  reply.header('Cache-Control', isSecret ? 'no-store' : 'private, no-cache');
  if (status === 200 && !isSecret) {
    reply.header('ETag', tag);
    const known = String(request.headers['if-none-match'] ?? '');
    if (known === '*' || known.split(/\s*,\s*/).includes(tag)) return reply.code(304).send();
  }
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(cached.type).send(cached.bytes[encoding]());
}

function encodingOf(accepted: string): '' | 'br' | 'gzip' {
  if (/\bbr\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/.test(accepted) ? 'gzip' : '';
}
