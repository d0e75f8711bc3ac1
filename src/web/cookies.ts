import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionCookie = 'akada_session';
export const visitorCookie = 'akada_visitor';
export const flashCookie = 'akada_flash';
export const stepCookie = 'akada_second_step';
/** Accounts that signed in on this browser, sealed. */
export const deviceCookie = 'akada_device';
const names = [sessionCookie, visitorCookie, flashCookie, stepCookie, deviceCookie];

/** Under TLS the browser takes a cookie of such a name from this host alone: no neighbouring host can set or shadow it. */
const prefix = '__Host-';
const isSecure = (request: FastifyRequest) => request.protocol === 'https';
const nameOf = (request: FastifyRequest, name: string) => (isSecure(request) ? prefix + name : name);

const options = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }) as const;

export const putCookie = (reply: FastifyReply, name: string, value: string, more: CookieSerializeOptions = {}) =>
  reply.setCookie(nameOf(reply.request, name), value, { ...options(reply.request), ...more });

export const dropCookie = (reply: FastifyReply, name: string) =>
  reply.clearCookie(nameOf(reply.request, name), options(reply.request));

/** The session that the browser sent, whether or not anybody could be asked whose it is. */
export const sentSession = (request: FastifyRequest) => request.cookies[nameOf(request, sessionCookie)];

/**
 * Reads the cookies of this request under their plain names, and under TLS only those that came with the prefix.
 * Returns the session that came without it: one from before the prefix may go on.
 */
export function readPrefixed(request: FastifyRequest): string | undefined {
  if (!isSecure(request)) return undefined;
  const { cookies } = request;
  const plainSession = cookies[sessionCookie];
  for (const name of names) {
    const value = cookies[prefix + name];
    if (value === undefined) delete cookies[name];
    else cookies[name] = value;
  }
  return cookies[sessionCookie] === undefined ? plainSession : undefined;
}
