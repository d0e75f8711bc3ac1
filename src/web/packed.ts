import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Smaller bodies fit a packet uncompressed; larger ones would block others and are left to the stream.
const [smallest, largest] = [1024, 65_536];

/**
 * Compresses a page in one call: pages are small, and a stream would cost ten times as much. Pages show user input
 * beside the CSRF token, which is masked differently each time (csrf.ts).
 */
export function packed(request: FastifyRequest, reply: FastifyReply, page: string | Buffer): string | Buffer {
  const bytes = typeof page === 'string' ? Buffer.from(page) : page;
  if (bytes.length < smallest || bytes.length > largest) return page;
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b(?!;q=0)/.test(String(accepted))) {
    reply.header('Content-Encoding', 'br');
    return brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 3,
        [constants.BROTLI_PARAM_LGWIN]: 16,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  }
  if (/\bgzip\b(?!;q=0)/.test(String(accepted))) {
    reply.header('Content-Encoding', 'gzip');
    return gzipSync(bytes, { level: 4, memLevel: 8 });
  }
  return page;
}
