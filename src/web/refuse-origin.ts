import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainAnswer } from './plain-answer.ts';

export function refuseOrigin(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  reply.code(421).header('Cache-Control', 'no-store').header('Connection', 'close');
  // Other programs are never answered with a page.
  if (request.routeOptions.config.may === 'machine' || !/text\/html/.test(request.headers.accept ?? ''))
    return reply.send({ message: `This server is not available at this address. Open ${publicUrl} instead.` });
  return plainAnswer(reply, 'Wrong address', 'This server is not available at this address.', publicUrl);
}
