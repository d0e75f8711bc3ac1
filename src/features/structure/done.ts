import type { FastifyReply, FastifyRequest } from 'fastify';

/** The answer to what may be an undo: a page for a button in the page, the bare words for a background request. */
export const done = (request: FastifyRequest, reply: FastifyReply, message: string, address: string) =>
  request.headers['x-inertia'] ? reply.flash(message).go(address) : reply.send({ message });
