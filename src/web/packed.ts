import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

// Smaller fits a packet as it is; larger would hold up everybody else and is left to the stream.
const [smallest, largest] = [1024, 65_536];

/**
 * A page as the browser takes it, compressed at once: a page is small, and a stream for it costs ten times as much.
 * A page shows a person's text beside the token of forms, which is masked anew each time (csrf.ts).
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
