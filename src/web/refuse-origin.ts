import type { FastifyReply, FastifyRequest } from 'fastify';

export function refuseOrigin(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const message = `This server is not available at this address. Open ${publicUrl} instead.`;
  reply.code(421).header('Cache-Control', 'no-store').header('Connection', 'close');
  if (!/text\/html/.test(request.headers.accept ?? '')) return reply.send({ message });
  return reply
    .header(
      'Content-Security-Policy',
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wrong address</title><h1>Wrong address</h1><p>This server is not available at this address.</p><p><a href="${publicUrl}">Open ${publicUrl}</a></p></html>`,
    );
}
