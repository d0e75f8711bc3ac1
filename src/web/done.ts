import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers an action that may be an undo: with a page, or with only the message for a background request. */
export const done = (request: FastifyRequest, reply: FastifyReply, message: string, address: string) =>
  request.headers['x-inertia'] ? reply.flash(message).go(address) : reply.send({ message });
