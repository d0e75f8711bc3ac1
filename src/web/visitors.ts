import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import { keyedHash, keyFor } from '#kernel/secrets/keys.ts';
import { putCookie, visitorCookie } from './cookies.ts';

const keyOf = cachedByKey((secret: Buffer) => keyFor(secret, 'visitors'));

function signatureOf(secret: Buffer, id: string): Buffer {
  return keyedHash(keyOf(secret), id).subarray(0, 16);
}

/** A cookie for a browser nobody is signed in on. Signed: a value that the visitor chose counts as none. */
export function newVisitor(secret: Buffer): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${signatureOf(secret, id).toString('base64url')}`;
}

/** The visitor cookie of a request, if this server issued it. */
export function visitorIn({ cookies, server }: FastifyRequest): string | null {
  const sent = cookies[visitorCookie];
  const [, id = '', signature = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(sent ?? '') ?? [];
  if (!id) return null;
  const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(server.services.secret, id));
  return isOurs ? sent! : null;
}

/** The cookie that binds the CSRF token of a visitor; created if missing. */
export function visitorOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = visitorIn(request);
  if (known) return known;
  const made = newVisitor(request.server.services.secret);
  putCookie(reply, visitorCookie, made);
  request.cookies[visitorCookie] = made;
  return made;
}
