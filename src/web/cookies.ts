import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { releaseCookie } from './preview/release-cookie.ts';

export const sessionCookie = 'akada_session';
export const visitorCookie = 'akada_visitor';
export const flashCookie = 'akada_flash';
export const stepCookie = 'akada_second_step';
/** Accounts that signed in on this browser, encrypted. */
export const deviceCookie = 'akada_device';
/** How far the database was when this browser last changed something. */
export const wroteCookie = 'akada_wrote';
const names = [sessionCookie, visitorCookie, flashCookie, stepCookie, deviceCookie, wroteCookie];

/**
 * Under TLS browsers accept a cookie with this prefix only from this host: no neighbouring host can set or shadow it.
 */
const prefix = '__Host-';
const isSecure = (request: FastifyRequest) => request.protocol === 'https';
const nameOf = (request: FastifyRequest, name: string) => (isSecure(request) ? prefix + name : name);

const options = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }) as const;

export const putCookie = (reply: FastifyReply, name: string, value: string, more: CookieSerializeOptions = {}) =>
  reply.setCookie(nameOf(reply.request, name), value, { ...options(reply.request), ...more });

export const dropCookie = (reply: FastifyReply, name: string) =>
  reply.clearCookie(nameOf(reply.request, name), options(reply.request));

/** The browser's own files go with its cache: its next page needs a first view again (preview/previews.ts). */
export const dropRelease = (reply: FastifyReply) => reply.clearCookie(releaseCookie, { path: '/' });

/** The session cookie, whether or not the database could confirm it. */
export const sentSession = (request: FastifyRequest) => request.cookies[nameOf(request, sessionCookie)];

/**
 * Reads this request's cookies under their plain names; under TLS only those with the prefix. Returns a session without
 * the prefix separately: one from an older release may continue.
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
