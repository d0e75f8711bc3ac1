import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, sessionCookie } from '#web/requests.ts';
import { deviceOf } from './devices.ts';
import { withDevice } from './known-devices.ts';
import { sessionDays, type Visit } from './open-session.ts';
import { stepMinutes } from './second-step.ts';

const deviceCookie = 'akada_device';
const deviceDays = 400;
const stepCookie = 'akada_second_step';
const stepPath = '/sign-in';

/** Who knocks, for a session or the log. */
export const visitOf = (request: FastifyRequest): Visit => ({
  address: request.ip,
  device: deviceOf(request.headers['user-agent']),
  requestId: request.id,
  sessionToken: request.sessionToken,
  devices: request.cookies[deviceCookie] ?? '',
});

/** The address a person wanted, when it is one of ours; else the home page. */
export function safeNext(next: string | undefined): string {
  const home = '/';
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return home;
  const { origin, pathname, search } = new URL(next, 'http://own');
  if (origin !== 'http://own' || /^\/(sign-in|sign-out|setup|\/)/.test(pathname)) return home;
  return pathname + search;
}

/**
 * Gives the browser its session and knows it from now on for this account; every page after it is loaded anew, with the
 * session's own CSRF token.
 */
export function carrySession(
  request: FastifyRequest,
  reply: FastifyReply,
  { session, accountId }: { session: string; accountId: number },
): FastifyReply {
  dropStep(request, reply);
  rememberDevice(request, reply, accountId);
  return reply.setCookie(sessionCookie, session, { ...cookieOptions(request), maxAge: sessionDays * 86_400 });
}

/** Marks the browser as a known device of an account: guesses from elsewhere do not shut it out. */
export const rememberDevice = (request: FastifyRequest, reply: FastifyReply, accountId: number) =>
  reply.setCookie(
    deviceCookie,
    withDevice(request.server.services.secret, request.cookies[deviceCookie] ?? '', accountId),
    { ...cookieOptions(request), maxAge: deviceDays * 86_400 },
  );

export const dropSession = (reply: FastifyReply) => reply.clearCookie(sessionCookie, { path: '/' });

export const carryStep = (request: FastifyRequest, reply: FastifyReply, step: string) =>
  reply.setCookie(stepCookie, step, { ...cookieOptions(request), path: stepPath, maxAge: stepMinutes * 60 });

export const stepOf = (request: FastifyRequest): string => request.cookies[stepCookie] ?? '';

export function dropStep(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[stepCookie]) reply.clearCookie(stepCookie, { path: stepPath });
}
